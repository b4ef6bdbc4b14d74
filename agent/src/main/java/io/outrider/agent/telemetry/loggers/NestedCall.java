package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.ConfiguredCall;
import java.util.Optional;

/** Call that loggers and triggers must not make, as it could come back to itself. */
public final class NestedCall {
    private NestedCall() {}

    /** Why a logger or trigger must not make this call, if that is so. */
    public static Optional<String> reason(ConfiguredCall call) {
        return call.function().equals("logger.run")
                ? Optional.of(
                        "logger.run is nothing for loggers and triggers, as it could come back to itself: call what"
                                + " that logger calls, or give that logger on = \"...\" with the event")
                : Optional.empty();
    }
}
