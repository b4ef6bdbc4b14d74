package io.outrider.agent.runtime.parts;

/** Position of a part's start: recovered jobs may call the loggers' functions. */
public enum StartPosition {
    DESIRED,
    LOGGERS,
    JOBS,
    LINK
}
