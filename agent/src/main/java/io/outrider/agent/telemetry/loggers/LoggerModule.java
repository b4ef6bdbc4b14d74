package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Function;
import io.outrider.api.Module;
import java.util.List;
import java.util.function.Supplier;

/** Module of {@code logger.*} and {@code schedule.list}; it does not own the loggers. */
public final class LoggerModule implements Module {
    private final Supplier<Loggers> loggers;

    /** @param loggers resolved at each call, as loggers are created after the modules */
    public LoggerModule(Supplier<Loggers> loggers) {
        this.loggers = loggers;
    }

    /** No arguments. */
    record Nothing() {}

    /** Name of one logger. */
    record One(
            @JsonProperty(required = true) @JsonPropertyDescription("the logger's name, as logger.list has it")
            String name) {}

    /** Name of one logger, or all. */
    record Which(
            @JsonProperty(required = true)
            @JsonPropertyDescription(
                    "the logger's name, as logger.list has it, or * for all; a pause ends with a restart")
            String name) {}

    @Override
    public List<Function<?>> functions() {
        return List.of(
                new Function<>(
                        "logger.list",
                        "Lists the loggers: what each calls and how often, how it is and why, what it read last",
                        Nothing.class,
                        none -> loggers.get().list()),
                new Function<>(
                        "logger.pause",
                        "Stops a logger or all until logger.resume or a restart",
                        Which.class,
                        which -> loggers.get().pause(which.name(), true)),
                new Function<>(
                        "logger.resume",
                        "Lets a paused logger or all go on",
                        Which.class,
                        which -> loggers.get().pause(which.name(), false)),
                new Function<>(
                        "logger.run",
                        "Calls a logger now, even if it waits or is paused, and shows what was read and recorded",
                        One.class,
                        one -> loggers.get().run(one.name())),
                new Function<>(
                        "schedule.list",
                        "Lists what the loggers call and when, as the incumbent lists its schedule",
                        Nothing.class,
                        none -> loggers.get().scheduled()));
    }

    @Override
    public void close() {
        // the owner closes the loggers
    }
}
