package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.ConfiguredCall;
import java.util.Optional;

/** Check against calls that loggers and triggers must not make, as they could recurse. */
public final class NestedCall {
    private NestedCall() {}

    /** Reason against this call by a logger or trigger; empty if there is none. */
    public static Optional<String> reason(ConfiguredCall call) {
        return call.function().equals("logger.run")
                ? Optional.of(
                        "logger.run is nothing for loggers and triggers, as it could come back to itself: call what"
                                + " that logger calls, or give that logger on = \"...\" with the event")
                : Optional.empty();
    }
}
