package io.outrider.agent;

import io.outrider.agent.desired.Loggers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Between the fleet's wishes and the loggers that run. */
record DesiredLoggers(io.outrider.agent.loggers.Loggers running) implements Loggers {
    private static final Pattern PLACE = Pattern.compile("loggers\\[(\\d+)][.: ]+(.*)", Pattern.DOTALL);

    @Override
    public Outcome apply(List<?> loggers) {
        Map<Integer, String> problems = new TreeMap<>(); // one logger may have several
        for (String each : running.apply(loggers)) {
            Matcher place = PLACE.matcher(each);
            if (place.matches()) { // as all are
                problems.merge(Integer.parseInt(place.group(1)), place.group(2), (one, more) -> one + "; " + more);
            }
        }
        List<Refused> refused = new ArrayList<>();
        problems.forEach((index, why) -> refused.add(new Refused(index, name(loggers.get(index)), why)));
        return new Outcome(loggers.size() - refused.size(), refused);
    }

    private static String name(Object logger) {
        return logger instanceof Map<?, ?> table && table.get("name") instanceof String name ? name : "";
    }
}
