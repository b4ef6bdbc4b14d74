package io.outrider.agent.logs;

/** {@code [log]}: the least that is logged; INFO if absent. */
public record LogSettings(LogLevel level) {
    public LogSettings {
        level = level == null ? LogLevel.INFO : level;
    }
}
