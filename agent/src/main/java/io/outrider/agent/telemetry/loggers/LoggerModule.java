package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Module of {@code logger.*} and {@code schedule.list}; it does not own the loggers. */
public final class LoggerModule implements Module {
    private static final Signature<NoArguments> LOGGER_LIST = new Signature<>(
            "logger.list",
            "Lists the loggers: what each calls and how often, how it is and why, what it read last",
            NoArguments.class);
    private static final Signature<Which> PAUSE =
            new Signature<>("logger.pause", "Stops a logger or all until logger.resume or a restart", Which.class);
    private static final Signature<Which> RESUME =
            new Signature<>("logger.resume", "Lets a paused logger or all go on", Which.class);
    private static final Signature<One> RUN = new Signature<>(
            "logger.run",
            "Calls a logger now, even if it waits or is paused, and shows what was read and recorded",
            One.class);
    private static final Signature<NoArguments> SCHEDULE_LIST = new Signature<>(
            "schedule.list",
            "Lists what the loggers call and when, as the incumbent lists its schedule",
            NoArguments.class);

    public static final List<Signature<?>> SIGNATURES = List.of(LOGGER_LIST, PAUSE, RESUME, RUN, SCHEDULE_LIST);

    private static final int MOST_SHOWN = 5;

    private final Loggers loggers;

    public LoggerModule(Loggers loggers) {
        this.loggers = loggers;
    }

    record One(
            @JsonProperty(required = true) @JsonPropertyDescription("the logger's name, as logger.list has it")
            String name) {}

    record Which(
            @JsonProperty(required = true)
            @JsonPropertyDescription(
                    "the logger's name, as logger.list has it, or * for all; a pause ends with a restart")
            String name) {}

    @Override
    public List<Check> checks() {
        return List.of(Check.awake("loggers", () -> List.of(asking(loggers.list()))));
    }

    /** Report on the loggers that run, with what each calls and how often. */
    static CheckReport asking(List<Map<String, Object>> rows) {
        List<String> running = rows.stream()
                .filter(each -> "running".equals(each.get("state")))
                .map(each -> each.get("name") + " (" + each.get("function") + ", " + each.get("interval") + ")")
                .toList();
        if (running.isEmpty()) {
            return CheckReport.ok("loggers", "none runs");
        }
        int more = running.size() - MOST_SHOWN;
        String shown = String.join(", ", running.subList(0, Math.min(MOST_SHOWN, running.size())));
        return CheckReport.look(
                "loggers",
                running.size() + " run: " + shown + (more > 0 ? " and " + more + " more" : ""),
                "Those of the vehicle's bus stop when it is silent; outrider logger.list has all, outrider logger.pause NAME"
                        + " stops one.");
    }

    /** Reason against this call by a logger or trigger, which must not recurse; empty if there is none. */
    public static Optional<String> nested(ConfiguredCall call) {
        return call.function().equals(RUN.name())
                ? Optional.of(
                        "logger.run is nothing for loggers and triggers, as it could come back to itself: call what"
                                + " that logger calls, or give that logger on = \"...\" with the event")
                : Optional.empty();
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                LOGGER_LIST.with(none -> loggers.list()),
                PAUSE.with(which -> loggers.pause(which.name(), true)),
                RESUME.with(which -> loggers.pause(which.name(), false)),
                RUN.with(one -> loggers.run(one.name())),
                SCHEDULE_LIST.with(none -> loggers.scheduled()));
    }
}
