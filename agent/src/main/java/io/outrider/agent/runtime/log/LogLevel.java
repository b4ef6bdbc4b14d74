package io.outrider.agent.runtime.log;

/** Severity of a log line, lowest first. */
public enum LogLevel {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR
}
