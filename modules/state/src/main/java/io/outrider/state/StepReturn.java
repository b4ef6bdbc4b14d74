package io.outrider.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Map;

/**
 * What became of a step, in the form that users of the incumbent know.
 *
 * @param result true: is as it should be; false: is not; null: would be changed, but this was a dry run
 * @param startTime UTC, {@code HH:MM:SS.ffffff}
 * @param duration milliseconds, to the microsecond
 * @param run counts from 0
 */
@JsonPropertyOrder({"result", "changes", "comment", "name", "start_time", "duration", "__run_num__", "__id__", "__sls__"
})
record StepReturn(
        Boolean result,
        Map<String, Object> changes,
        String comment,
        String name,
        @JsonProperty("start_time") String startTime,
        double duration,
        @JsonProperty("__run_num__") int run,
        @JsonProperty("__id__") String id,
        @JsonProperty("__sls__") String sls) {}
