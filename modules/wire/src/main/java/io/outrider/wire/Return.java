package io.outrider.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.wire.results.Result;
import io.outrider.wire.results.ResultWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * What became of a job; see wire.md, "Commands".
 *
 * @param funArgs the positional arguments, then the keywords as an object if there were any; secrets masked
 * @param result the function's value, or a text that begins with {@code ERROR: }
 * @param retcode 0 done, 1 the function failed, 2 a state failed, 254 no such function
 * @param success false only when the function failed
 * @param failure why it failed; null if it did not. It does not leave the unit by the link
 * @param stamp when it ended
 */
public record Return(
        String jid,
        String fun,
        List<Object> funArgs,
        Result result,
        int retcode,
        boolean success,
        Failure failure,
        Instant stamp) {
    /** Bytes of the arguments and the function's name together. */
    private static final int LONGEST_ARGUMENTS = 16 * 1024;

    /** The return of a value that is small. */
    public Return(
            String jid,
            String fun,
            List<Object> funArgs,
            JsonNode value,
            int retcode,
            boolean success,
            Failure failure,
            Instant stamp) {
        this(jid, fun, funArgs, Result.of(value), retcode, success, failure, stamp);
    }

    /** The value as a tree. */
    public JsonNode value() {
        return result.tree();
    }

    /** The value as it leaves the unit: cut if it is too large. */
    public Result sent() {
        return result.within(Result.SENT);
    }

    /** The arguments as they leave the unit: where they are too long, a list whose only element says so. */
    public Result sentArguments() {
        Result arguments = arguments(LONGEST_ARGUMENTS);
        long length = arguments.length() + fun.getBytes(StandardCharsets.UTF_8).length;
        return arguments.isWhole() && length <= LONGEST_ARGUMENTS
                ? arguments
                : Result.of(
                        List.of("… [cut: " + length + " bytes in all, " + LONGEST_ARGUMENTS + " are sent at most]"));
    }

    private Result arguments(int limit) {
        try {
            return ResultWriter.write(funArgs, limit);
        } catch (Failure e) { // nested too deeply
            return Result.of(List.of("… [cut: " + e.getMessage() + "]"));
        }
    }
}
