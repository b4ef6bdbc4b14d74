package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Part {@code loggers} of the desired document. A list that does not change is not applied again. */
public final class LoggersDesiredPart implements DesiredPart {
    private static final Logger LOG = LoggerFactory.getLogger(LoggersDesiredPart.class);
    private static final String MEMBER = "loggers";
    private static final int MOST_LOGGERS = 1_000;

    /** Member {@code loggers} of the reported document. */
    public record LoggersReport(int applied, List<RefusedLogger> refused) {
        public LoggersReport {
            refused = List.copyOf(refused);
        }
    }

    /** Refused logger by its index in the document, from 0; the name is empty if absent. */
    public record RefusedLogger(int index, String name, String why) {}

    private final Function<List<?>, List<RefusedLogger>> target;
    private List<?> current = List.of();
    private LoggersReport report = new LoggersReport(0, List.of());

    /** @param functions current functions: a logger whose call can never succeed is refused */
    public LoggersDesiredPart(Loggers running, Supplier<Functions> functions) {
        this(loggers -> running.apply(loggers, call -> problem(call, functions.get())));
    }

    /** @param target replaces the loggers of the last document; the list may have values that are no objects */
    public LoggersDesiredPart(Function<List<?>, List<RefusedLogger>> target) {
        this.target = target;
    }

    @Override
    public Set<String> members() {
        return Set.of(MEMBER);
    }

    @Override
    public void validate(Map<String, ?> members) throws Failure {
        int size = list(members).size();
        if (size > MOST_LOGGERS) {
            throw new Failure(
                    AgentErrors.BAD_DESIRED,
                    "The desired document has " + size + " loggers; " + MOST_LOGGERS + " at most.");
        }
    }

    @Override
    public void apply(Map<String, ?> members) {
        List<?> next = list(members);
        if (!next.equals(current)) {
            List<RefusedLogger> refused = target.apply(next);
            report = new LoggersReport(next.size() - refused.size(), refused);
            current = next;
            LOG.info("loggers of the desired document: {} applied, {} refused", report.applied(), refused.size());
        }
    }

    private static List<?> list(Map<String, ?> members) {
        return members.get(MEMBER) instanceof List<?> list ? list : List.of();
    }

    private static Optional<String> problem(ConfiguredCall call, Functions functions) {
        Optional<String> nested = LoggerModule.nested(call);
        if (nested.isPresent()) {
            return nested;
        }
        try {
            functions.prepare(call.function(), call.arg(), call.kwarg());
            return Optional.empty();
        } catch (Failure e) {
            return isAbsent(call.function(), functions) ? Optional.empty() : Optional.of(e.getMessage());
        }
    }

    /** Absent standard modules are no mistake: a document may serve units with different hardware. */
    private static boolean isAbsent(String function, Functions functions) {
        String module = function.substring(0, function.indexOf('.'));
        return Loggers.standardModules().contains(module)
                && !functions.signatures().modules().contains(module);
    }

    @Override
    public Map<String, Object> report() {
        return Map.of(MEMBER, report);
    }
}
