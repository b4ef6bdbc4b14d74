package io.outrider.obd.exchange;

import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;

/**
 * Diagnostic request with its addressing and waiting rules. Equal requests made at the same time share one exchange, so
 * equality covers everything that can change the answers.
 *
 * @param answers number of answers after which the request is complete; 0 for no limit
 * @param responders ECUs that must have answered before the request is complete; may be empty
 * @param timeout of the first answer; null for the default
 */
public record DiagnosticRequest(
        IsoTpAddress address, byte[] payload, int answers, Set<CanId> responders, Duration timeout, boolean padded) {
    private static final int SHOWN = 12;

    public DiagnosticRequest {
        responders = Set.copyOf(responders);
    }

    /** Request that waits for all answers. {@code payload} starts with the service. */
    public static DiagnosticRequest of(IsoTpAddress address, byte... payload) {
        if (payload.length == 0) {
            throw new IllegalArgumentException("there is no question without bytes");
        }
        return new DiagnosticRequest(address, payload.clone(), 0, Set.of(), null, true);
    }

    public DiagnosticRequest untilAnswered(Set<CanId> responders) {
        return new DiagnosticRequest(address, payload, answers, responders, timeout, padded);
    }

    /** True for the reading services of SAE J1979, ISO 14229-1 and ISO 14230-3, whose answers may be shared. */
    boolean isReading() {
        return switch (payload[0]) {
            case 0x01, 0x02, 0x03, 0x06, 0x07, 0x09, 0x0A, 0x12, 0x19, 0x1A, 0x21, 0x22 -> true;
            default -> false;
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DiagnosticRequest that
                && answers == that.answers
                && padded == that.padded
                && Arrays.equals(payload, that.payload)
                && address.equals(that.address)
                && responders.equals(that.responders)
                && Objects.equals(timeout, that.timeout);
    }

    @Override
    public int hashCode() {
        return Objects.hash(address, Arrays.hashCode(payload), answers, responders, timeout, padded);
    }

    /** {@code 22 01 05 to 7e4}; a long request is truncated. */
    @Override
    public String toString() {
        int shown = Math.min(payload.length, SHOWN);
        return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(payload, 0, shown)
                + (shown < payload.length ? " … (" + payload.length + " bytes)" : "") + " to " + address.request();
    }
}
