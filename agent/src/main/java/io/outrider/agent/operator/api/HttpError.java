package io.outrider.agent.operator.api;

import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.api.CommonErrors;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.FaultText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Error response of a request. */
final class HttpError extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final Failure.Actor actor;
    private final ErrorCode code;
    private final String allowed;

    HttpError(int status, ErrorCode code, String message) {
        this(status, code.actor(), code, message, "");
    }

    HttpError(int status, Failure failure) {
        this(status, failure.actor(), failure.errorCode(), failure.getMessage(), "");
    }

    private HttpError(int status, Failure.Actor actor, ErrorCode code, String message, String allowed) {
        super(message, null, false, false); // sent to the client, never logged
        this.status = status;
        this.actor = actor;
        this.code = code;
        this.allowed = allowed;
    }

    static HttpError badMethod(String allowed) {
        return new HttpError(
                405, Failure.Actor.CALLER, LocalApiErrors.BAD_METHOD, "this path takes " + allowed + " only", allowed);
    }

    /** Error with a Retry-After header. */
    static HttpError busy(String message) {
        return new HttpError(503, CommonErrors.BUSY, message);
    }

    static HttpError badRequest(String message) {
        return new HttpError(400, LocalApiErrors.BAD_REQUEST, message);
    }

    static HttpError tooLarge(int largest) {
        return new HttpError(413, LocalApiErrors.TOO_LARGE, "a body of more than " + largest + " bytes is refused");
    }

    static HttpError fault() {
        return new HttpError(500, CommonErrors.FAULT, FaultText.SENTENCE);
    }

    Map<String, String> headers() {
        return switch (status) {
            case 401 -> Map.of("Www-authenticate", "Bearer");
            case 405 -> Map.of("Allow", allowed);
            case 503 -> Map.of("Retry-after", "1");
            default -> Map.of();
        };
    }

    Map<String, Object> toJson() {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("error", getMessage());
        error.put("code", code.name());
        error.put("actor", actor.name().toLowerCase(Locale.ROOT));
        return error;
    }

    int status() {
        return status;
    }
}
