package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;

/** Services diagnostic session control and tester present (ISO 14229-1, 9.2 and 9.6). */
final class SessionServices {
    private static final int SUPPRESS_POSITIVE = 0x80;
    private static final int LAST_SESSION = 0x03;

    private SessionServices() {}

    static byte[] testerPresent(byte[] request, DriveState state) {
        if (request.length != 2) {
            return NegativeResponse.of(0x3E, NegativeResponse.WRONG_LENGTH);
        }
        if ((request[1] & 0x7F) != 0) {
            return NegativeResponse.of(0x3E, NegativeResponse.SUB_FUNCTION_NOT_SUPPORTED);
        }
        return (request[1] & SUPPRESS_POSITIVE) != 0 ? null : new byte[] {0x7E, 0};
    }

    /** Reports P2 of 50 ms and P2* of 5 s, the values of ISO 15765-3. */
    static byte[] control(byte[] request, DriveState state) {
        if (request.length != 2) {
            return NegativeResponse.of(0x10, NegativeResponse.WRONG_LENGTH);
        }
        int session = request[1] & 0x7F;
        if (session == 0 || session > LAST_SESSION) {
            return NegativeResponse.of(0x10, NegativeResponse.SUB_FUNCTION_NOT_SUPPORTED);
        }
        return (request[1] & SUPPRESS_POSITIVE) != 0
                ? null
                : new byte[] {0x50, (byte) session, 0x00, 0x32, 0x01, (byte) 0xF4};
    }
}
