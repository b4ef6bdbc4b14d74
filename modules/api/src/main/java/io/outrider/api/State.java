package io.outrider.api;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Something that should be true of the unit, such as {@code docker.release}, and the way there. {@code state.sls} runs it.
 *
 * @param name {@code module.state}, lower case
 * @param summary one line for people
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

    /** From what is and what should be to the steps between. */
    @FunctionalInterface
    public interface Plan {
        /**
         * Looks, and changes nothing.
         *
         * @return the steps in their order; none if nothing is asked of this unit
         */
        List<Step> steps() throws Failure, InterruptedException;
    }
}
