package io.outrider.obd.standard;

import io.outrider.api.Failure;

/**
 * Request defined by SAE J1979.
 *
 * @param name capitals, as AutoPi's users know it, its spelling AMBIANT_AIR_TEMP included
 * @param pid 0x00 to 0xFF, or -1 for a service without PIDs
 * @param answerBytes length of the answer including repeated bytes; 0 if it depends on the vehicle
 * @param unit spelled out ({@code kilopascal}), or null; the unit of every signal if the value is a map of them
 */
public record StandardCommand(
        String name, String description, int mode, int pid, int answerBytes, String decoder, String unit) {
    private static final int FREEZE_FRAME = 0x02;

    /** Bytes of the request; service 02 requests frame 00, the only one required by law. */
    public byte[] request() {
        if (pid < 0) {
            return new byte[] {(byte) mode};
        }
        return mode == FREEZE_FRAME ? new byte[] {(byte) mode, (byte) pid, 0} : new byte[] {(byte) mode, (byte) pid};
    }

    public Object decode(byte[] payload) throws Failure {
        ResponseBytes answer = ResponseBytes.of(payload);
        if ((payload[0] & 0xFF) != mode + 0x40 || pid >= 0 && answer.pid() != pid) {
            throw answer.wrong(request());
        }
        return Decoders.find(decoder).orElseThrow().decode(payload);
    }
}
