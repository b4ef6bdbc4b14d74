package io.outrider.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.wire.results.Result;
import io.outrider.wire.results.ResultWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * Return of a job; see docs/wire.md.
 *
 * @param funArgs the positional arguments, then the keywords as an object if there are any; secrets masked
 * @param result value of the function, or a text that begins with {@code ERROR: }
 * @param retcode 0 done, 1 the function failed, 2 a state failed, 254 no such function
 * @param success false only if the function failed
 * @param failure null if the function succeeded; not sent over the link
 * @param stamp end of the job
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
    /** Limit for the arguments and the function name together. */
    private static final int MAX_ARGUMENT_BYTES = 16 * 1024;

    public JsonNode value() {
        return result.tree();
    }

    /** Value to send, truncated if it is too large. */
    public Result sent() {
        return result.within(Result.SENT);
    }

    /** Arguments to send; if they are too long, a list with a single element that says so. */
    public Result sentArguments() {
        try {
            Result arguments = ResultWriter.write(funArgs, MAX_ARGUMENT_BYTES);
            long length = arguments.length() + fun.getBytes(StandardCharsets.UTF_8).length;
            return arguments.isWhole() && length <= MAX_ARGUMENT_BYTES
                    ? arguments
                    : cut(length + " bytes in all, " + MAX_ARGUMENT_BYTES + " are sent at most");
        } catch (Failure e) { // nested too deeply
            return cut(e.getMessage());
        }
    }

    private static Result cut(String why) {
        return Result.of(List.of("… [cut: " + why + "]"));
    }
}
