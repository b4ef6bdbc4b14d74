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
 * One query as it went on a real vehicle.
 *
 * @param arg and
 * @param kwarg of the {@code obd.query}
 * @param request CAN id and payload, hexadecimal; an id of three digits is 11 bits wide, one of eight 29
 * @param responseFrames CAN id (as wide as the request's) and data, hexadecimal, nothing between
 * @param payload the message that the frames carry, hexadecimal
 * @param value what the query returns
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

    /** @throws IllegalArgumentException saying what cannot be replayed */
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

    /** The frames as they were on the bus, in their order. */
    public List<CanFrame> frames() {
        return responseFrames.stream().map(this::frame).toList();
    }

    /** The byte that the frames of the request begin with, where addressing is extended. */
    public OptionalInt extendedAddress() {
        Object address = kwarg.get("can_extended_address");
        if (address == null) {
            return OptionalInt.empty();
        }
        byte[] bytes = hex(address.toString());
        if (bytes.length != 1) {
            throw new IllegalArgumentException("can_extended_address '" + address + "' is not one byte");
        }
        return OptionalInt.of(bytes[0] & 0xFF);
    }

    /** The other of the two ids between which flow control goes, where the query names them. */
    public Optional<CanId> flowControlPartner(CanId id) {
        Object pair = kwarg.get("can_flow_control_id_pair");
        if (pair == null) {
            return Optional.empty();
        }
        String[] ids = pair.toString().replace(" ", "").split(",");
        if (ids.length != 2) {
            throw new IllegalArgumentException("can_flow_control_id_pair '" + pair + "' is not two ids");
        }
        CanId one = id(ids[0]);
        CanId other = id(ids[1]);
        return id.equals(one) ? Optional.of(other) : id.equals(other) ? Optional.of(one) : Optional.empty();
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
