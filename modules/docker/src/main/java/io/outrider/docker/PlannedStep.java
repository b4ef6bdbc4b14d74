package io.outrider.docker;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Step;
import io.outrider.docker.plan.StepKey;
import java.util.List;
import java.util.Map;

/**
 * Step of the state {@code docker.release}.
 *
 * @param text what it does; null if the object is in its target state
 * @param why failure that is known before; null if there is none
 */
record PlannedStep(String id, StepKey key, List<String> requires, String text, Failure why, Action action)
        implements Step {
    /** Application of a step. */
    @FunctionalInterface
    interface Action {
        /** @return why there was nothing to do, or it could not be done and need not be; null if it is done */
        String apply(Call call) throws Failure, InterruptedException;

        /** See {@link Step#timing}. */
        default Timing timing() {
            return null;
        }
    }

    PlannedStep(String id, StepKey key, List<String> requires, String text, Action action) {
        this(id, key, requires, text, null, action);
    }

    @Override
    public String module() {
        return key.module();
    }

    @Override
    public String name() {
        return key.name();
    }

    @Override
    public String function() {
        return key.function();
    }

    @Override
    public Report check() throws Failure {
        if (why != null) {
            throw why;
        }
        return text == null ? Report.unchanged(name() + " is as it should be") : changed();
    }

    /** The marker of a release that is applied has no changes of its own, as its name says. */
    @Override
    public Report apply(Call call) throws Failure, InterruptedException {
        String reason = action.apply(call);
        if (reason != null) {
            return Report.unchanged(reason);
        }
        return module().equals(StepKey.MARKER) ? Report.unchanged(text) : changed();
    }

    @Override
    public Timing timing() {
        return action.timing();
    }

    private Report changed() {
        return new Report(Map.of(name(), text), text);
    }
}
