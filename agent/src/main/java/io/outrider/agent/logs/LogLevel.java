package io.outrider.agent.logs;

/** How much a line matters, least first. */
public enum LogLevel {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR
}
