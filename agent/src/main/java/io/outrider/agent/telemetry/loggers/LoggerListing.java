package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.functions.RedactedArguments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Loggers in words and tables, for people. */
final class LoggerListing {
    private LoggerListing() {}

    static Map<String, Object> of(LoggerState task) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", task.name());
        row.put("function", task.settings.question().text());
        row.put("interval", task.settings.timing().text());
        row.put("state", task.state());
        if (task.why() != null) {
            row.put("why", task.why());
        }
        if (task.last.sample() != null) {
            row.put("last", task.last.sample().row());
        }
        row.put("readings", task.readings);
        row.put("records", task.records);
        row.put("failures", task.failed);
        row.put("standard", task.standard);
        return row;
    }

    static Map<String, Object> scheduled(LoggerSettings settings, boolean enabled) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("function", settings.function());
        RedactedArguments shown = settings.question().shown();
        entry.put("job_args", shown.positional());
        entry.put("job_kwargs", shown.keywords());
        if (settings.timing() instanceof LoggerTiming.Every every) {
            double seconds = every.nanos() / 1e9;
            entry.put("seconds", seconds == Math.rint(seconds) ? (Object) (long) seconds : (Object) seconds);
        } else if (settings.timing() instanceof LoggerTiming.At at) {
            entry.put("cron", at.cron().text());
        } else if (settings.timing() instanceof LoggerTiming.On on) {
            entry.put("on", on.pattern());
        }
        entry.put("enabled", enabled);
        entry.put("maxrunning", 1);
        return entry;
    }

    static String unknown(String name, List<String> names) {
        List<String> some = names.size() > 40 ? names.subList(0, 40) : names;
        return "there is no logger '" + TableReader.shorten(name) + "'" + DidYouMean.hint(name, names) + "; there are: "
                + (names.isEmpty() ? "none" : String.join(", ", some)) + (names.size() > some.size() ? ", …" : "");
    }
}
