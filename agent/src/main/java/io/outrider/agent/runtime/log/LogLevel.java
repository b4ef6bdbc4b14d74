package io.outrider.agent.runtime.log;

/** How much a line matters, least first. */
public enum LogLevel {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR
}
