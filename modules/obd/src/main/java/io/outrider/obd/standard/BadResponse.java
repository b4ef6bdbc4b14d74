package io.outrider.obd.standard;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.VehicleErrors;
import io.outrider.obd.errors.ObdErrors;
import java.util.HexFormat;

/** Failures of unusable answers, each with its error code. */
final class BadResponse {
    private static final int SHOWN = 32;

    private BadResponse() {}

    /** {@code SHORT_ANSWER}: bytes are missing. */
    static Failure tooShort(byte[] payload, int needed) {
        return failure(
                ObdErrors.SHORT_ANSWER,
                payload,
                ", " + payload.length + " bytes where at least " + needed
                        + " are needed; ask again or choose another decoder");
    }

    /** {@code NEGATIVE_RESPONSE}: service 7F; the payload has at least one byte. */
    static Failure refused(byte[] payload) {
        String service = payload.length > 1 ? " service %02X".formatted(payload[1]) : " the request";
        String reason = payload.length > 2 ? " with code %02X".formatted(payload[2]) : "";
        return failure(
                VehicleErrors.NEGATIVE_RESPONSE,
                payload,
                ": it refuses" + service + reason + "; try with the ignition on");
    }

    /** {@code WRONG_ANSWER}: the repeated bytes are those of another request. */
    static Failure wrong(byte[] payload, byte[] request) {
        String asked = HexFormat.of().formatHex(request);
        return failure(ObdErrors.WRONG_ANSWER, payload, ", which is no answer to " + asked + "; ask again");
    }

    /** {@code UNREADABLE_ANSWER}: the bytes have no meaning. */
    static Failure unreadable(byte[] payload, String what) {
        return failure(ObdErrors.UNREADABLE_ANSWER, payload, ": " + what + "; ask with decoder raw_string");
    }

    private static Failure failure(ErrorCode code, byte[] payload, String rest) {
        return new Failure(code, "the vehicle answered " + hex(payload) + rest);
    }

    private static String hex(byte[] payload) {
        if (payload.length == 0) {
            return "nothing";
        }
        String hex = HexFormat.of().formatHex(payload, 0, Math.min(payload.length, SHOWN));
        return payload.length > SHOWN ? hex + "…" : hex;
    }
}
