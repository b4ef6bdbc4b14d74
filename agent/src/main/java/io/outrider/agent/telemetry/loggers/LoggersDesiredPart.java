package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.fleet.desired.DesiredLoggers;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.api.Failure;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Part {@code loggers} of the desired document.
 *
 * @param functions current functions: a logger whose call can never succeed is refused
 */
public record LoggersDesiredPart(Loggers running, Supplier<Functions> functions) {
    /** Replaces the loggers of the last document. */
    public DesiredLoggers.Outcome apply(List<?> loggers) {
        List<DesiredLoggers.Refused> refused = running.apply(loggers, this::check);
        return new DesiredLoggers.Outcome(loggers.size() - refused.size(), refused);
    }

    private Optional<String> check(ConfiguredCall call) {
        Optional<String> nested = LoggerModule.nested(call);
        if (nested.isPresent()) {
            return nested;
        }
        try {
            functions.get().prepare(call.function(), call.arg(), call.kwarg());
            return Optional.empty();
        } catch (Failure e) {
            return isAbsent(call.function()) ? Optional.empty() : Optional.of(e.getMessage());
        }
    }

    /** Absent standard modules are no mistake: a document may serve units with different hardware. */
    private boolean isAbsent(String function) {
        String module = function.substring(0, function.indexOf('.'));
        return Loggers.standardModules().contains(module)
                && !functions.get().signatures().modules().contains(module);
    }
}
