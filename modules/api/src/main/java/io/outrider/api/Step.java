package io.outrider.api;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Step of a {@link State}: checks for a difference and applies the change. Its key in the return is {@code
 * module_|-id_|-name_|-function}.
 */
public interface Step {
    /** Subsystem that it changes, such as {@code docker_container}. */
    String module();

    /** Unique among the steps of its state. */
    String id();

    /** Object that it changes; often the id. */
    String name();

    /** Target state of the object, such as {@code running}. */
    String function();

    /** Ids of earlier steps that must have succeeded. */
    default List<String> requires() {
        return List.of();
    }

    /**
     * Determines the changes without applying them.
     *
     * @return no changes if the object is in its target state
     * @throws Failure if the step is already known to be unable to succeed
     */
    Report check() throws Failure, InterruptedException;

    /**
     * Applies the changes. Not called if {@link #check} has found none.
     *
     * @return the applied changes
     * @throws Failure if it failed; the run continues with the steps that do not require this one
     */
    Report apply(Call call) throws Failure, InterruptedException;

    /** Time of its change if that was made together with another step's; null if it was made by {@link #apply}. */
    default Timing timing() {
        return null;
    }

    record Timing(Instant started, Duration took) {}

    /**
     * Result of one step.
     *
     * @param changes by name, in display order
     * @param comment a sentence for display
     */
    record Report(Map<String, Object> changes, String comment) {
        public Report {
            changes = new LinkedHashMap<>(changes);
        }

        public static Report unchanged(String comment) {
            return new Report(Map.of(), comment);
        }
    }
}
