package io.outrider.agent.operator.api;

import java.io.IOException;

/**
 * Decision about a request of which the head has come.
 *
 * @param largestBody bytes that are read; negative if the body is not looked at
 * @param answer sent at once; null if there is an endpoint
 * @param endpoint serves the request as soon as it is complete
 */
record RequestAdmission(int largestBody, byte[] answer, Endpoint endpoint) {
    /** Server of one path. */
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
