package io.outrider.obd.standard;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.VehicleErrors;
import io.outrider.obd.errors.ObdErrors;
import java.util.HexFormat;

/**
 * Reassembled positive response, indexed as in SAE J1979: byte A follows the repeated bytes. Every access past the end
 * is a {@code SHORT_ANSWER}, so that a decoder cannot use bytes that were not received.
 */
final class ResponseBytes {
    static final int A = 0;
    static final int B = 1;
    static final int C = 2;
    static final int D = 3;

    private static final int NEGATIVE = 0x7F;
    private static final int SHOWN = 32;

    private final byte[] payload;
    private final int echo;

    private ResponseBytes(byte[] payload, int echo) {
        this.payload = payload;
        this.echo = echo;
    }

    /** @throws Failure {@code SHORT_ANSWER} for an empty payload, {@code NEGATIVE_RESPONSE} for 7F */
    static ResponseBytes of(byte[] payload) throws Failure {
        ResponseBytes answer = new ResponseBytes(payload, payload.length == 0 ? 0 : echo(payload[0] & 0xFF));
        answer.need(1);
        if (payload[0] == NEGATIVE) {
            throw answer.refused();
        }
        return answer;
    }

    private static int echo(int service) {
        return switch (service) {
            case 0x43, 0x44, 0x47, 0x4A -> 1; // trouble codes: the service alone
            case 0x42 -> 3; // freeze frame: service, PID, frame number (J1979 6.2)
            case 0x62 -> 3; // UDS ReadDataByIdentifier: service, two bytes of identifier
            default -> 2; // service, PID
        };
    }

    byte[] payload() {
        return payload;
    }

    int pid() throws Failure {
        need(2);
        return payload[1] & 0xFF;
    }

    int u8(int at) throws Failure {
        need(echo + at + 1);
        return payload[echo + at] & 0xFF;
    }

    int u16(int at) throws Failure {
        need(echo + at + 2);
        return u8(at) << 8 | u8(at + 1);
    }

    int s16(int at) throws Failure {
        return (short) u16(at);
    }

    long u32(int at) throws Failure {
        need(echo + at + 4);
        return (long) u16(at) << 16 | u16(at + 2);
    }

    /** Bit 0 is the least significant one, as J1979 counts. */
    boolean bit(int at, int bit) throws Failure {
        return (u8(at) >> bit & 1) == 1;
    }

    /** Requires a payload of at least this many bytes, repeated ones included. */
    void need(int bytes) throws Failure {
        if (payload.length < bytes) {
            throw failure(
                    ObdErrors.SHORT_ANSWER,
                    ", " + payload.length + " bytes where at least " + bytes
                            + " are needed; ask again or choose another decoder");
        }
    }

    private Failure refused() {
        String service = payload.length > 1 ? " service %02X".formatted(payload[1]) : " the request";
        String reason = payload.length > 2 ? " with code %02X".formatted(payload[2]) : "";
        return failure(
                VehicleErrors.NEGATIVE_RESPONSE, ": it refuses" + service + reason + "; try with the ignition on");
    }

    /** The repeated bytes are those of another request. */
    Failure wrong(byte[] request) {
        String asked = HexFormat.of().formatHex(request);
        return failure(ObdErrors.WRONG_ANSWER, ", which is no answer to " + asked + "; ask again");
    }

    /** The bytes have no meaning. */
    Failure unreadable(String what) {
        return failure(ObdErrors.UNREADABLE_ANSWER, ": " + what + "; ask with decoder raw_string");
    }

    private Failure failure(ErrorCode code, String rest) {
        String hex = HexFormat.of().formatHex(payload, 0, Math.min(payload.length, SHOWN));
        String shown = payload.length > SHOWN ? hex + "…" : hex;
        return new Failure(code, "the vehicle answered " + (hex.isEmpty() ? "nothing" : shown) + rest);
    }
}
