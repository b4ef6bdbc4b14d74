package io.outrider.agent.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import java.time.Instant;
import java.util.List;

/**
 * What became of a job; see wire.md, "Commands".
 *
 * @param funArgs the positional arguments, then the keywords as an object if there were any; secrets masked
 * @param value the function's value, or a text that begins with {@code ERROR: }
 * @param retcode 0 done, 1 the function failed, 2 a state failed, 254 no such function
 * @param success false only when the function failed
 * @param failure why it failed; null if it did not. It does not leave the unit by the link
 * @param stamp when it ended
 */
public record Return(
        String jid,
        String fun,
        List<Object> funArgs,
        JsonNode value,
        int retcode,
        boolean success,
        Failure failure,
        Instant stamp) {
    /** The value as it leaves the unit: cut if it is too large. */
    public JsonNode sent() {
        JsonNode cut = Cut.of(value, value.toString());
        return cut == null ? value : cut;
    }
}
