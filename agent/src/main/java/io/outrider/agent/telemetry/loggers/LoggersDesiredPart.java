package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.fleet.desired.DesiredLoggers;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Part {@code loggers} of the desired document.
 *
 * @param functions current functions: a logger whose call can never succeed is refused
 */
public record LoggersDesiredPart(io.outrider.agent.telemetry.loggers.Loggers running, Supplier<Functions> functions)
        implements DesiredLoggers.Target {
    private static final Pattern PLACE = Pattern.compile("loggers\\[(\\d+)][.: ]+(.*)", Pattern.DOTALL);

    @Override
    public DesiredLoggers.Outcome apply(List<?> loggers) {
        Map<Integer, String> problems = new TreeMap<>(); // several for one logger are joined
        for (String each : running.apply(loggers, this::check)) {
            Matcher path = PLACE.matcher(each);
            if (path.matches()) { // always true
                problems.merge(Integer.parseInt(path.group(1)), path.group(2), (one, more) -> one + "; " + more);
            }
        }
        List<DesiredLoggers.Refused> refused = new ArrayList<>();
        problems.forEach((index, why) -> refused.add(new DesiredLoggers.Refused(index, name(loggers.get(index)), why)));
        return new DesiredLoggers.Outcome(loggers.size() - refused.size(), refused);
    }

    private Optional<String> check(ConfiguredCall call) {
        Optional<String> nested = NestedCall.reason(call);
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
        return io.outrider.agent.telemetry.loggers.Loggers.standardModules().contains(module)
                && functions.get().all().stream().noneMatch(each -> each.name().startsWith(module + "."));
    }

    private static String name(Object logger) {
        return logger instanceof Map<?, ?> table && table.get("name") instanceof String name ? name : "";
    }
}
