package io.outrider.agent.operator.errors;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure.Actor;

/** Error codes of requests to the local API, and of its start. */
public final class LocalApiErrors {
    public static final ErrorCode NO_TOKEN = caller(
            "NO_TOKEN",
            "The request has no token or a wrong one, or the token cannot be read.",
            "Send the header `Authorization: Bearer TOKEN`; the message names the file of the token.");

    public static final ErrorCode FORBIDDEN = caller(
            "FORBIDDEN",
            "The request comes from a web page, or its Host header names another machine.",
            "Send it from a program on the unit, to localhost or 127.0.0.1.");

    public static final ErrorCode BAD_REQUEST =
            caller("BAD_REQUEST", "The request or its body is malformed.", "Correct what the message names.");

    public static final ErrorCode NO_SUCH_PATH =
            caller("NO_SUCH_PATH", "The local API has nothing at this path.", "Take one of the paths in the message.");

    public static final ErrorCode BAD_METHOD =
            caller("BAD_METHOD", "The path does not take this method.", "Take the method of the header `Allow`.");

    public static final ErrorCode TOO_SLOW =
            caller("TOO_SLOW", "The request did not arrive within its time limit.", "Send it in one piece.");

    public static final ErrorCode TOO_LARGE =
            caller("TOO_LARGE", "The body has too many bytes or values.", "Send it in several requests.");

    public static final ErrorCode ADDRESS_TOO_LONG =
            caller("ADDRESS_TOO_LONG", "The address of the request is too long.", "Send the data in the body.");

    public static final ErrorCode HEADERS_TOO_LARGE =
            caller("HEADERS_TOO_LARGE", "The request has too many or too long headers.", "Leave headers out.");

    public static final ErrorCode BAD_ENCODING =
            caller("BAD_ENCODING", "The body has an unknown Content-Encoding.", "Send it plain or with gzip.");

    public static final ErrorCode EXPECTATION =
            caller("EXPECTATION", "The request has an unknown Expect header.", "Leave it out.");

    public static final ErrorCode BAD_VERSION =
            caller("BAD_VERSION", "The request has an HTTP version other than 1.0 and 1.1.", "Use HTTP/1.1.");

    public static final ErrorCode FAILED =
            new ErrorCode("FAILED", Actor.AGENT, "A call failed without a code.", "The message has the reason.");

    public static final ErrorCode TOKEN_FILE = new ErrorCode(
            "TOKEN_FILE",
            Actor.OPERATOR,
            "The token of the local API, or the key of its clients' tokens, cannot be stored or read.",
            "Give its folder to the user of the daemon, or set `[local] token_file`.");

    public static final ErrorCode PORT_TAKEN = new ErrorCode(
            "PORT_TAKEN",
            Actor.OPERATOR,
            "Another program has the port of the local API.",
            "End it, or set `[local] port`.");

    public static final ErrorCode PORT_FAILED = new ErrorCode(
            "PORT_FAILED",
            Actor.OPERATOR,
            "The local API cannot listen or accept connections.",
            "The message has the error of the system.");

    private LocalApiErrors() {}

    private static ErrorCode caller(String name, String meaning, String action) {
        return new ErrorCode(name, Actor.CALLER, meaning, action);
    }
}
