package io.outrider.agent.operator.api;

import java.io.IOException;

/**
 * Decision about a request after its head.
 *
 * @param largestBody limit of the body in bytes; negative to ignore the body
 * @param answer response sent at once; null if there is an endpoint
 * @param endpoint serves the request once it is complete
 */
record RequestAdmission(int largestBody, byte[] answer, Endpoint endpoint) {
    /** Endpoint of a path. */
    @FunctionalInterface
    interface Endpoint {
        void serve(HttpExchange request) throws IOException, HttpError, InterruptedException;
    }

    static RequestAdmission now(byte[] answer) {
        return new RequestAdmission(-1, answer, null);
    }

    static RequestAdmission withoutBody(Endpoint endpoint) {
        return new RequestAdmission(-1, null, endpoint);
    }

    static RequestAdmission withBody(int largest, Endpoint endpoint) {
        return new RequestAdmission(largest, null, endpoint);
    }
}
