package io.outrider.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One step of a {@link State}: looks whether there is something to do, and does it. In the return it is {@code
 * module_|-id_|-name_|-function}.
 */
public interface Step {
    /** What it acts with, such as {@code docker_container}. */
    String module();

    /** Unique among the steps of its state. */
    String id();

    /** What it acts on; often the id. */
    String name();

    /** What should be true afterwards, such as {@code running}. */
    String function();

    /** The ids of earlier steps without whose success this one is not tried. */
    default List<String> requires() {
        return List.of();
    }

    /**
     * What would change; changes nothing.
     *
     * @return without changes if all is as it should be
     * @throws Failure if it can be told already that the step cannot succeed
     */
    Report look() throws Failure, InterruptedException;

    /**
     * Makes it so. Not called when {@link #look} has found nothing to change.
     *
     * @return what has changed
     * @throws Failure when it could not; the run goes on with the steps that do not require this one
     */
    Report act(Call call) throws Failure, InterruptedException;

    /**
     * What a step found or did.
     *
     * @param changes by what changed, in the order to show
     * @param comment a sentence for people
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
