package io.outrider.agent.operator.api;

import io.outrider.api.Failure;
import java.util.Map;

/** Error response of a request. */
final class HttpError extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final Failure.Actor actor;
    private final String code;
    private final String allowed;

    HttpError(int status, Failure.Actor actor, String code, String message) {
        this(status, actor, code, message, "");
    }

    private HttpError(int status, Failure.Actor actor, String code, String message, String allowed) {
        super(message, null, false, false); // sent to the client, never logged
        this.allowed = allowed;
        this.status = status;
        this.actor = actor;
        this.code = code;
    }

    static HttpError badMethod(String allowed) {
        return new HttpError(405, Failure.Actor.CALLER, "BAD_METHOD", "this path takes " + allowed + " only", allowed);
    }

    /** Error with a Retry-After header. */
    static HttpError busy(String message) {
        return new HttpError(503, Failure.Actor.CALLER, "BUSY", message);
    }

    static HttpError badRequest(String message) {
        return new HttpError(400, Failure.Actor.CALLER, "BAD_REQUEST", message);
    }

    Map<String, String> headers() {
        return switch (status) {
            case 401 -> Map.of("Www-authenticate", "Bearer");
            case 405 -> Map.of("Allow", allowed);
            case 503 -> Map.of("Retry-after", "1");
            default -> Map.of();
        };
    }

    /** Body of the error response. */
    Map<String, Object> toJson() {
        return HttpExchange.error(getMessage(), code, actor);
    }

    int status() {
        return status;
    }
}
