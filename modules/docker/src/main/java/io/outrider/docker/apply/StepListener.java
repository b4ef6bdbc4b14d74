package io.outrider.docker.apply;

import io.outrider.docker.plan.ReleaseStep;

/** Listener of a run. Called on the thread that applies; it must be quick, as containers are stopped meanwhile. */
public interface StepListener {
    StepListener NONE = new StepListener() {};

    /** Called before the first step. */
    default void planned(int steps) {}

    default void started(ReleaseStep step) {}

    /** Steps of the way back are reported too. */
    default void ended(ReleaseStepResult result) {}
}
