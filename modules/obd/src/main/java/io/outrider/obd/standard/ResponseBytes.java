package io.outrider.obd.standard;

import io.outrider.api.Failure;

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

    private final byte[] payload;
    private final int echo;

    private ResponseBytes(byte[] payload, int echo) {
        this.payload = payload;
        this.echo = echo;
    }

    /** @throws Failure {@code SHORT_ANSWER} for an empty payload, {@code NEGATIVE_RESPONSE} for 7F */
    static ResponseBytes of(byte[] payload) throws Failure {
        if (payload.length == 0) {
            throw BadResponse.tooShort(payload, 1);
        }
        int service = payload[0] & 0xFF;
        if (service == NEGATIVE) {
            throw BadResponse.refused(payload);
        }
        return new ResponseBytes(payload, echo(service));
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

    /** The PID that the answer repeats. */
    int pid() throws Failure {
        need(2);
        return payload[1] & 0xFF;
    }

    /** Unsigned byte. */
    int u8(int at) throws Failure {
        need(echo + at + 1);
        return payload[echo + at] & 0xFF;
    }

    /** Two bytes, big-endian, unsigned. */
    int u16(int at) throws Failure {
        need(echo + at + 2);
        return u8(at) << 8 | u8(at + 1);
    }

    /** Two bytes, big-endian, two's complement. */
    int s16(int at) throws Failure {
        return (short) u16(at);
    }

    /** Four bytes, big-endian, unsigned. */
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
            throw BadResponse.tooShort(payload, bytes);
        }
    }
}
