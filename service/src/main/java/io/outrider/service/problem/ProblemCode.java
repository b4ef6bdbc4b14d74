package io.outrider.service.problem;

/** Stable code of an error of the HTTP API, with its status (RFC 9110) and title; see docs/service.md. */
public enum ProblemCode {
    INVALID_BODY(400, "The body is not what this request takes"),
    MALFORMED_REQUEST(400, "The request is no HTTP that the service takes"),
    INVALID_PARAMETER(400, "A parameter is missing or wrong"),
    NOT_AUTHENTICATED(401, "The request has no valid token"),
    LOGIN_FAILED(401, "E-mail address or password is wrong"),
    NO_CONTAINER_ADDON(403, "Containers are not enabled"),
    FORBIDDEN(403, "The token may not do this"),
    NOT_FOUND(404, "There is no such thing"),
    METHOD_NOT_ALLOWED(405, "The path does not take this method"),
    REQUEST_TIMEOUT(408, "The body came too slowly"),
    CONFLICT(409, "The request contradicts what is there"),
    BODY_TOO_LARGE(413, "The body is too large"),
    UNSUPPORTED_BODY(415, "The body has an unknown type or encoding"),
    CALLBACK_REFUSED(422, "The callback address is refused"),
    QUERY_TOO_LARGE(422, "The answer would be too large"),
    TOO_MANY_LOGINS(429, "Too many attempts to log in"),
    TOO_MANY_REQUESTS(429, "Too many requests"),
    INTERNAL_ERROR(500, "The service failed"),
    NOT_AVAILABLE(503, "The service cannot do this at the moment");

    private final int status;
    private final String title;

    ProblemCode(int status, String title) {
        this.status = status;
        this.title = title;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }
}
