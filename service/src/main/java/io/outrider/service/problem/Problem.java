package io.outrider.service.problem;

import java.time.Duration;

/** Error of a request that the client sees, with a sentence that says what to do. */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ProblemCode code;
    private final String member;
    private final long retryAfterSeconds;

    private Problem(ProblemCode code, String detail, String member, long retryAfterSeconds) {
        super(detail, null, false, false); // the client's error, not ours: a stack trace tells nothing
        this.code = code;
        this.member = member;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    public static Problem of(ProblemCode code, String detail) {
        return new Problem(code, detail, null, 0);
    }

    /** @param member path of the wrong member of the body, such as {@code containers[0].image} */
    public static Problem body(String member, String detail) {
        return body(ProblemCode.INVALID_BODY, member, detail);
    }

    public static Problem body(ProblemCode code, String member, String detail) {
        return new Problem(code, detail, member, 0);
    }

    /** @param name of the parameter in the query */
    public static Problem parameter(String name, String detail) {
        return new Problem(ProblemCode.INVALID_PARAMETER, detail, name, 0);
    }

    /** @param thing such as {@code device}; the same whether it does not exist or belongs to another account */
    public static Problem notFound(String thing) {
        return of(ProblemCode.NOT_FOUND, "there is no such " + thing + " in this account");
    }

    /** Request that does not fit what is there. */
    public static Problem conflict(String detail) {
        return of(ProblemCode.CONFLICT, detail);
    }

    /** Read whose answer would be too large. */
    public static Problem queryTooLarge(String detail) {
        return of(ProblemCode.QUERY_TOO_LARGE, detail);
    }

    public static Problem later(ProblemCode code, String detail, Duration after) {
        return new Problem(code, detail, null, Math.max(1, after.toSeconds()));
    }

    public ProblemCode code() {
        return code;
    }

    /** @return null if no member or parameter is to blame */
    public String member() {
        return member;
    }

    /** @return 0 if the response has no {@code Retry-After} */
    public long retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
