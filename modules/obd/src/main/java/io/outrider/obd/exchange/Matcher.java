package io.outrider.obd.exchange;

/**
 * Tells what a message has to do with a request. A service identifier has bit 6 clear, its positive response has it
 * set, a negative one is {@code 7F service code} (ISO 14229-1, 7.2 and A.1). What does not start with a service, such
 * as a maker's own request, takes every message for its answer that is not a refusal.
 */
final class Matcher {
    /** What a message is to the question. */
    enum Kind {
        POSITIVE,
        NEGATIVE,
        /** Negative with code 78: the answer takes longer. */
        PENDING,
        /** An answer to something else. */
        FOREIGN
    }

    static final int NEGATIVE_RESPONSE = 0x7F;
    static final int RESPONSE_PENDING = 0x78;
    private static final int RESPONSE_BIT = 0x40;

    private final byte[] request;
    private final boolean service;
    private final int echo;

    Matcher(byte[] request) {
        this.request = request;
        int sid = request[0] & 0xFF;
        this.service = sid != 0 && sid != 0x3F && (sid & RESPONSE_BIT) == 0;
        this.echo = Math.min(request.length - 1, echoed(sid));
    }

    Kind classify(byte[] payload) {
        int first = payload[0] & 0xFF;
        boolean negative = first == NEGATIVE_RESPONSE && payload.length >= 3 && payload[1] == request[0];
        if (negative && (service || payload.length == 3)) {
            return (payload[2] & 0xFF) == RESPONSE_PENDING ? Kind.PENDING : Kind.NEGATIVE;
        }
        if (!service) {
            return Kind.POSITIVE;
        }
        return first == (request[0] & 0xFF | RESPONSE_BIT) && echoes(payload) ? Kind.POSITIVE : Kind.FOREIGN;
    }

    private boolean echoes(byte[] payload) {
        if (payload.length <= echo) {
            return false;
        }
        for (int i = 1; i <= echo; i++) {
            if (payload[i] != request[i]) {
                return request[0] == 0x01 && request.length > 2 && i == 1 && isOneOfSeveral(payload[1]);
            }
        }
        return true;
    }

    /** An ECU that has not got the first of several PIDs starts with the next it has. */
    private boolean isOneOfSeveral(byte pid) {
        for (int i = 1; i < request.length; i++) {
            if (request[i] == pid) {
                return true;
            }
        }
        return false;
    }

    /** How many bytes after the service a positive response repeats (SAE J1979; ISO 14229-1; ISO 14230-3 for 1A, 21). */
    private static int echoed(int service) {
        return switch (service) {
            case 0x01, 0x05, 0x06, 0x08, 0x09, 0x10, 0x11, 0x19, 0x1A, 0x21, 0x27, 0x28, 0x31 -> 1;
            case 0x02, 0x22, 0x2E, 0x2F -> 2;
            default -> 0;
        };
    }
}
