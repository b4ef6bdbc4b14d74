package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.PlannedCall;
import java.util.Optional;

/** Call that loggers and triggers must not make, as it could come back to itself. */
public final class NestedCall {
    private NestedCall() {}

    /** Reason why a logger or trigger must not make this call, if there is one. */
    public static Optional<String> reason(PlannedCall call) {
        return call.function().equals("logger.run")
                ? Optional.of(
                        "logger.run is nothing for loggers and triggers, as it could come back to itself: call what"
                                + " that logger calls, or give that logger on = \"...\" with the event")
                : Optional.empty();
    }
}
