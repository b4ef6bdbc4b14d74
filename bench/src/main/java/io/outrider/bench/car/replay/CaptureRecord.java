package io.outrider.bench.car.replay;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Recorded query of a real vehicle.
 *
 * @param arg and
 * @param kwarg of the {@code obd.query}
 * @param request CAN id and payload, hexadecimal; an id of three digits is 11 bits wide, one of eight 29
 * @param responseFrames CAN id (as wide as the request's) and data, hexadecimal, without a separator
 * @param payload reassembled message, hexadecimal
 * @param value result of the query
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CaptureRecord(
        String vehicle,
        List<String> arg,
        Map<String, Object> kwarg,
        List<String> request,
        List<String> responseFrames,
        String payload,
        JsonNode value) {
    private static final HexFormat HEX = HexFormat.of();

    /** @throws IllegalArgumentException with the reason why it cannot be replayed */
    @JsonCreator
    public CaptureRecord(
            @JsonProperty("vehicle") String vehicle,
            @JsonProperty("arg") List<String> arg,
            @JsonProperty("kwarg") Map<String, Object> kwarg,
            @JsonProperty("request") List<String> request,
            @JsonProperty("response_frames") List<String> responseFrames,
            @JsonProperty("payload") String payload,
            @JsonProperty("value") JsonNode value) {
        this.vehicle = vehicle == null ? "" : vehicle;
        this.arg = texts("arg", arg);
        this.kwarg = kwarg == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(kwarg));
        this.request = texts("request", request);
        this.responseFrames = texts("response_frames", responseFrames);
        this.payload = payload == null ? "" : payload;
        this.value = value;
        if (this.request.size() != 2) {
            throw new IllegalArgumentException("'request' has to be a CAN id and a payload");
        }
        if (requestPayload().length == 0) {
            throw new IllegalArgumentException("the request has no payload");
        }
        frames();
        extendedAddress();
        flowControlPartner(requestId());
    }

    private static List<String> texts(String name, List<String> texts) {
        if (texts != null && texts.contains(null)) {
            throw new IllegalArgumentException("'" + name + "' has a null in it");
        }
        return texts == null ? List.of() : List.copyOf(texts);
    }

    public CanId requestId() {
        return id(request.get(0));
    }

    public byte[] requestPayload() {
        return hex(request.get(1));
    }

    /** Recorded response frames, in order. */
    public List<CanFrame> frames() {
        return responseFrames.stream().map(this::frame).toList();
    }

    /**
     * First byte of the request's frames with extended addressing: the option, or the byte behind the tester's id in the id
     * pair, or, if only the other id has one, the low byte of that id.
     */
    public OptionalInt extendedAddress() {
        Object address = option("can_extended_address", "extended_address", "can_ext_address");
        if (address != null) {
            String digits = address.toString().replaceAll("['\"\\s]|^0?[xX]", "");
            byte[] bytes = hex(digits.length() == 1 ? "0" + digits : digits);
            if (bytes.length != 1) {
                throw new IllegalArgumentException("extended address '" + address + "' is not one byte");
            }
            return OptionalInt.of(bytes[0] & 0xFF);
        }
        List<PairSide> pair = pair();
        Optional<PairSide> tester =
                pair.stream().filter(side -> side.id().equals(requestId())).findFirst();
        if (tester.isPresent() && tester.get().address().isPresent()) {
            return tester.get().address();
        }
        return pair.stream().anyMatch(side -> side.address().isPresent())
                ? OptionalInt.of(pair.get(tester.isPresent() ? 1 - pair.indexOf(tester.get()) : 1)
                                .id()
                                .value()
                        & 0xFF)
                : OptionalInt.empty();
    }

    /** The other id of the flow control id pair, if the query has one. */
    public Optional<CanId> flowControlPartner(CanId id) {
        List<PairSide> pair = pair();
        for (int i = 0; i < pair.size(); i++) {
            if (pair.get(i).id().equals(id)) {
                return Optional.of(pair.get(1 - i).id());
            }
        }
        return Optional.empty();
    }

    private List<PairSide> pair() {
        Object pair = option("can_flow_control_id_pair", "flow_control_id_pair");
        if (pair == null) {
            return List.of();
        }
        String[] ids = pair.toString().replaceAll("[\\s'\"]", "").split(",");
        if (ids.length != 2) {
            throw new IllegalArgumentException("can_flow_control_id_pair '" + pair + "' is not two ids");
        }
        return List.of(PairSide.parse(ids[0]), PairSide.parse(ids[1]));
    }

    private Object option(String... names) {
        for (String name : names) {
            if (kwarg.get(name) != null) {
                return kwarg.get(name);
            }
        }
        return null;
    }

    /**
     * Side of a flow control id pair.
     *
     * @param address byte behind the id, if any
     */
    private record PairSide(CanId id, OptionalInt address) {
        private static PairSide parse(String text) {
            int digits = text.length();
            if (digits == 5 || digits == 10) {
                int address = hex(text.substring(digits - 2))[0] & 0xFF;
                return new PairSide(CaptureRecord.id(text.substring(0, digits - 2)), OptionalInt.of(address));
            }
            return new PairSide(CaptureRecord.id(text), OptionalInt.empty());
        }
    }

    private CanFrame frame(String text) {
        int digits = request.get(0).length();
        if (text.length() <= digits) {
            throw new IllegalArgumentException("frame '" + text + "' has no data");
        }
        return CanFrame.of(id(text.substring(0, digits)), hex(text.substring(digits)));
    }

    private static CanId id(String text) {
        if (text.length() != 3 && text.length() != 8) {
            throw new IllegalArgumentException("CAN id '" + text + "' has neither three digits nor eight");
        }
        return CanId.parse(text);
    }

    private static byte[] hex(String text) {
        try {
            return HEX.parseHex(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not hexadecimal", e);
        }
    }
}
