package io.outrider.obd;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.MissingAnswer;
import io.outrider.api.Outcome;
import io.outrider.api.Readings;
import io.outrider.can.isotp.IsoTpMessage;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.query.BroadcastQuery;
import io.outrider.obd.query.EcuRegistry;
import io.outrider.obd.standard.StandardCommand;
import io.outrider.obd.standard.StandardCommands;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Trouble code functions: stored, pending and permanent codes (SAE J1979, services 03, 07 and 0A), and clearing (04).
 */
final class TroubleCodeFunctions {
    /** Return code of a partial result, as in {@link Outcome}. */
    static final int PARTIAL = 2;

    private final BroadcastQuery everybody;
    private final Clock clock;

    TroubleCodeFunctions(DiagnosticClient client, EcuRegistry vehicle, Clock clock) {
        this.everybody = new BroadcastQuery(client, vehicle);
        this.clock = clock;
    }

    enum Kind {
        @JsonProperty("stored")
        STORED(0x03),
        @JsonProperty("pending")
        PENDING(0x07),
        @JsonProperty("permanent")
        PERMANENT(0x0A);

        private final int mode;

        Kind(int mode) {
            this.mode = mode;
        }
    }

    /** Arguments of {@code obd.dtc}. */
    record Arguments(
            @JsonPropertyDescription("clear stored and pending codes, freeze frames and monitor results of all ECUs")
            boolean clear,

            @JsonPropertyDescription("stored, pending or permanent") @JsonProperty(defaultValue = "stored")
            Kind kind) {
        Arguments {
            if (clear && kind != null) {
                throw new InvalidArgumentException(
                        "kind", "clearing takes the stored and the pending codes together; leave kind away");
            }
            kind = kind == null ? Kind.STORED : kind;
        }
    }

    Object codes(Arguments arguments, Call call) throws Failure, InterruptedException {
        if (arguments.clear()) {
            return clear();
        }
        StandardCommand command = StandardCommands.at(arguments.kind().mode, -1).orElseThrow();
        BroadcastQuery.BroadcastAnswers merged = everybody.send(command.mode());
        TroubleCodeList codes = new TroubleCodeList(call);
        for (IsoTpMessage answer : merged.answers().positive()) {
            try {
                codes.add(answer.source(), (List<?>) command.decode(answer.payload()));
            } catch (Failure e) {
                codes.markIncomplete(answer.source(), e); // an unreadable answer must not hide the codes of other ECUs
            }
        }
        codes.requireAny();
        List<MissingAnswer> missing = new ArrayList<>(merged.missing());
        missing.addAll(codes.missing());
        Readings readings =
                new Readings("dtc", codes.values(), missing, merged.answers().stamp());
        return missing.isEmpty() ? readings : new Outcome(readings, PARTIAL);
    }

    private Object clear() throws Failure, InterruptedException {
        BroadcastQuery.BroadcastAnswers merged = everybody.send(0x04);
        String cleared = merged.answers().positive().stream()
                .map(answer -> answer.source().toString())
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
        merged.requireAll("; not everything is cleared, only what " + cleared + " had");
        return new Readings("dtc", List.of(), clock.instant());
    }
}
