package io.outrider.agent.runtime.parts;

/** Position of a part's health in the status. */
public enum HealthPosition {
    LINK,
    MODULES,
    VEHICLE,
    LOGGERS,
    TRIGGERS,
    DESIRED,
    BUFFER,
    CLOCK,
    JOBS,
    SETTINGS,
    LOCAL,
    PROCESS,
    LOOPS
}
