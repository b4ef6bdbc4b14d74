package io.outrider.api;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Desired state of the unit, such as {@code docker.release}, with the plan that reaches it. {@code state.sls} runs it.
 *
 * @param name {@code module.state}, lower case
 * @param summary one line for display
 */
public record State(String name, String summary, Plan plan) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*");

    public State {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a state is called module.state, not '" + name + "'");
        }
        Objects.requireNonNull(summary);
        Objects.requireNonNull(plan);
    }

    /** Plan from the present to the desired state. */
    @FunctionalInterface
    public interface Plan {
        /**
         * Reads the present state and changes nothing.
         *
         * @return the steps in their order; empty if this unit has nothing to do
         */
        List<Step> steps() throws Failure, InterruptedException;

        /** Steps of a run of all pending states, which nobody has asked for by name: without what has to wait. */
        default List<Step> pending() throws Failure, InterruptedException {
            return steps();
        }
    }
}
