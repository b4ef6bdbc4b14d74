package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;

/** The services that carry no data (ISO 14229-1, 9.2 and 9.6). */
final class Sessions {
    private static final int SUPPRESS_POSITIVE = 0x80;
    private static final int LAST_SESSION = 0x03;

    private Sessions() {}

    static byte[] testerPresent(byte[] request, DriveState state) {
        if (request.length != 2) {
            return Negative.of(0x3E, Negative.WRONG_LENGTH);
        }
        if ((request[1] & 0x7F) != 0) {
            return Negative.of(0x3E, Negative.SUB_FUNCTION_NOT_SUPPORTED);
        }
        return (request[1] & SUPPRESS_POSITIVE) != 0 ? null : new byte[] {0x7E, 0};
    }

    /** Says P2 of 50 ms and P2* of 5 s, as ISO 15765-3 has them. */
    static byte[] control(byte[] request, DriveState state) {
        if (request.length != 2) {
            return Negative.of(0x10, Negative.WRONG_LENGTH);
        }
        int session = request[1] & 0x7F;
        if (session == 0 || session > LAST_SESSION) {
            return Negative.of(0x10, Negative.SUB_FUNCTION_NOT_SUPPORTED);
        }
        return (request[1] & SUPPRESS_POSITIVE) != 0
                ? null
                : new byte[] {0x50, (byte) session, 0x00, 0x32, 0x01, (byte) 0xF4};
    }
}
