package io.outrider.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Map;

/**
 * Result of a step in AutoPi's form.
 *
 * @param result true: in its target state; false: failed; null: would be changed by a run that is not dry
 * @param startTime UTC, {@code HH:MM:SS.ffffff}
 * @param duration milliseconds, to the microsecond
 * @param run index from 0
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
