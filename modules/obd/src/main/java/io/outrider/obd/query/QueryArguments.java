package io.outrider.obd.query;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;

/**
 * Arguments of {@code obd.query}, in AutoPi's order and with its names, and as aliases without the prefix {@code can_},
 * as in other vendors' commands. Values are strings as written: {@code mode=01} and {@code mode=1} are equal, and so is
 * a JSON number.
 */
public record QueryArguments(
        @JsonProperty(required = true)
        @JsonPropertyDescription("standard command (RPM), hexadecimal request (010C), or with pid= any name")
        String name,

        @JsonPropertyDescription("service, hexadecimal: 01, 22, x22") @JsonProperty(defaultValue = "01")
        String mode,

        @JsonPropertyDescription("PID or data identifier, hexadecimal: 0C, F190, x0C")
        String pid,

        @JsonPropertyDescription("CAN id to ask, hexadecimal: 3 digits for 11 bits, more for 29")
        @JsonProperty(defaultValue = "7DF, or 18DB33F1 on a 29-bit protocol")
        String header,

        @JsonPropertyDescription("expected length of message.data; it is padded with 00 or cut to it, 0 to 65535")
        @JsonProperty(defaultValue = "0, any")
        Integer bytes,

        @JsonPropertyDescription("expected number of answers (messages, not CAN frames), 1 to 255")
        Integer frames,

        @JsonPropertyDescription("an answer of another length or number is an error")
        boolean strict,

        @JsonPropertyDescription("how to read the answer: percent, temp, noop, …")
        @JsonProperty(defaultValue = "raw_string")
        String decoder,

        @JsonPropertyDescription("expression for the value, such as bytes_to_int(message.data[3:5])/10")
        String formula,

        @JsonPropertyDescription("unit text of the result") String unit,

        @JsonPropertyDescription("6 to 9, 31 to 36, auto; none leaves it as it is")
        @JsonProperty(defaultValue = "as set, else found out")
        String protocol,

        @JsonPropertyDescription("bit rate of the protocol; only with protocol, and only to check it")
        Integer baudrate,

        @JsonPropertyDescription("first make sure that the vehicle answers a standard request")
        boolean verify,

        @JsonPropertyDescription("ask even if the vehicle does not list it as supported")
        boolean force,

        @JsonPropertyDescription("name of the result, if not that of the query")
        String type,

        @JsonPropertyDescription("extended addressing: first data byte of the request, hexadecimal, 00 to FF")
        @JsonAlias({"extended_address", "can_ext_address"})
        String canExtendedAddress,

        @JsonPropertyDescription("first hexadecimal digits of a 29-bit id whose header= has six or less")
        @JsonAlias("priority")
        String canPriority,

        @JsonPropertyDescription("accepted for the incumbent's sake: filters and pairs never outlive a query here")
        @JsonAlias({"flow_control_clear", "can_flow_control_clean"})
        boolean canFlowControlClear,

        @JsonPropertyDescription("ids that may answer: id[,mask], hexadecimal, such as 7EC,7FF")
        @JsonAlias("flow_control_filter")
        String canFlowControlFilter,

        @JsonPropertyDescription("ids of the two sides, in either order: 7E4,7EC; with extended addresses 6F1,607F1")
        @JsonAlias("flow_control_id_pair")
        String canFlowControlIdPair,

        @JsonPropertyDescription("J1939 parameter group that may answer: PGN[,destination], hexadecimal")
        @JsonAlias("pgn_filter")
        String j1939PgnFilter,

        @JsonPropertyDescription("seconds the first answer is waited for, 0.01 to 30")
        Double timeout) {

    /** Characters of the longest request given as name; limit of the other strings as well. */
    private static final int MOST_NAME = 8_200;

    private static final int MOST_TEXT = 200;

    public QueryArguments {
        text("name", name, MOST_NAME);
        text("type", type, MOST_TEXT);
        if (unit != null && unit.length() > MOST_TEXT) {
            throw new InvalidArgumentException("unit", "give at most " + MOST_TEXT + " characters");
        }
        Range.check("bytes", bytes, 0, 65_535);
        Range.check("frames", frames, 1, 255);
        if (timeout != null && !(timeout >= 0.01 && timeout <= 30)) {
            throw new InvalidArgumentException("timeout", Range.text(timeout) + " is not from 0.01 to 30 seconds");
        }
        if (baudrate != null && protocol == null) {
            throw new InvalidArgumentException(
                    "baudrate", "protocol must also be specified when baudrate is specified");
        }
        if (name != null) {
            validate(name, mode, pid, formula, decoder);
        }
    }

    /** Validated here, so that configured calls are checked too. */
    private static void validate(String name, String mode, String pid, String formula, String decoder) {
        try {
            Planner.check(name, mode, pid, formula, decoder);
        } catch (Failure e) {
            throw InvalidArgumentException.of(e);
        }
    }

    private static void text(String argument, String text, int most) {
        if (text != null && (text.isBlank() || text.length() > most)) {
            throw new InvalidArgumentException(argument, "give 1 to " + most + " characters that are not all blank");
        }
    }

    QueryRoute route() {
        return new QueryRoute(
                header, canExtendedAddress, canPriority, canFlowControlFilter, j1939PgnFilter, canFlowControlIdPair);
    }
}
