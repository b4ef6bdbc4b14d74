package io.outrider.obd.standard;

import io.outrider.api.Failure;
import java.util.Objects;

/**
 * One request that the standard defines.
 *
 * @param name capitals, as users of the incumbent type it, its spelling AMBIANT_AIR_TEMP included
 * @param description a few words for people
 * @param mode the service, 0x01 to 0x0A
 * @param pid 0x00 to 0xFF, or -1 for a service without
 * @param answerBytes how long the answer is, echo included; 0 when that depends on the vehicle
 * @param decoder a name in {@link Decoders}
 * @param unit spelled out ({@code kilopascal}), or null; of every signal where the value is a map of them
 */
public record StandardCommand(
        String name, String description, int mode, int pid, int answerBytes, String decoder, String unit) {
    private static final int FREEZE_FRAME = 0x02;

    public StandardCommand {
        Objects.requireNonNull(name);
        Objects.requireNonNull(description);
        Objects.requireNonNull(decoder);
    }

    /** The bytes to send; service 02 asks for frame 00, the only one that the law requires. */
    public byte[] request() {
        if (pid < 0) {
            return new byte[] {(byte) mode};
        }
        return mode == FREEZE_FRAME ? new byte[] {(byte) mode, (byte) pid, 0} : new byte[] {(byte) mode, (byte) pid};
    }

    /**
     * The value of an answer to this request.
     *
     * @param payload as for {@link ResponseDecoder#decode}
     * @throws Failure as {@link ResponseDecoder#decode}, and {@code WRONG_ANSWER} when the echo is not that of this request
     */
    public Object decode(byte[] payload) throws Failure {
        ResponseBytes answer = ResponseBytes.of(payload);
        if ((payload[0] & 0xFF) != mode + 0x40) {
            throw BadResponse.wrong(payload, request());
        }
        if (pid >= 0 && answer.pid() != pid) {
            throw BadResponse.wrong(payload, request());
        }
        ResponseDecoder found =
                Decoders.find(decoder).orElseThrow(() -> new IllegalStateException("no decoder " + decoder));
        return found.decode(payload);
    }
}
