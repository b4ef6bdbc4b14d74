package io.outrider.agent;

import io.outrider.agent.desired.Loggers;
import java.util.List;
import java.util.Map;

/** Between the fleet's wishes and the loggers that run. */
record DesiredLoggers(io.outrider.agent.loggers.Loggers running) implements Loggers {
    @Override
    public Outcome apply(List<Map<String, Object>> loggers) {
        List<String> problems = running.apply(loggers);
        List<Refused> refused = problems.stream()
                .map(each -> new Refused(each.substring(0, Math.max(0, each.indexOf(':'))), each))
                .toList();
        return new Outcome(loggers.size() - refused.size(), refused);
    }
}
