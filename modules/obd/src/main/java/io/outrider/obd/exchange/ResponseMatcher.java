package io.outrider.obd.exchange;

/**
 * Classifier of messages with respect to a request. A service identifier has bit 6 clear, its positive response has it
 * set, a negative one is {@code 7F service code} (ISO 14229-1, 7.2 and A.1). For a request that does not start with a
 * service, such as a manufacturer's own, every message but a refusal is an answer.
 */
final class ResponseMatcher {
    enum Kind {
        POSITIVE,
        NEGATIVE,
        /** Negative with code 78: the answer will take longer. */
        PENDING,
        /** Answer to another request. */
        FOREIGN
    }

    static final int NEGATIVE_RESPONSE = 0x7F;
    static final int RESPONSE_PENDING = 0x78;
    private static final int RESPONSE_BIT = 0x40;

    private final byte[] request;
    private final boolean service;
    private final PositiveResponse response;

    ResponseMatcher(byte[] request) {
        this.request = request;
        int sid = request[0] & 0xFF;
        this.service = sid != 0 && sid != 0x3F && (sid & RESPONSE_BIT) == 0;
        this.response = PositiveResponse.to(request);
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
        boolean positive = first == (request[0] & 0xFF | RESPONSE_BIT) && response.isRepeated(request, payload);
        return positive ? Kind.POSITIVE : Kind.FOREIGN;
    }
}
