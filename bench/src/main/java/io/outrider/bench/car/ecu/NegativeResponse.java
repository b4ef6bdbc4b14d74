package io.outrider.bench.car.ecu;

/** Negative responses, {@code 7F service code} (ISO 14229-1, annex A). */
final class NegativeResponse {
    static final byte MARK = 0x7F;
    static final int SERVICE_NOT_SUPPORTED = 0x11;
    static final int SUB_FUNCTION_NOT_SUPPORTED = 0x12;
    static final int WRONG_LENGTH = 0x13;
    static final int ANSWER_TOO_LONG = 0x14;
    static final int OUT_OF_RANGE = 0x31;
    static final int PENDING = 0x78;

    private NegativeResponse() {}

    static byte[] of(int service, int code) {
        return new byte[] {MARK, (byte) service, (byte) code};
    }
}
