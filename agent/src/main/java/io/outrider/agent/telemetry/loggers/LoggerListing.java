package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.agent.runtime.settings.EntryCheck;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows and messages of {@code logger.list} and {@code schedule.list}. */
final class LoggerListing {
    private LoggerListing() {}

    static Map<String, Object> of(LoggerState logger) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", logger.name());
        row.put("function", logger.settings.question().text());
        row.put("interval", logger.settings.timing().text());
        row.put("state", logger.state());
        if (logger.why() != null) {
            row.put("why", logger.why());
        }
        if (logger.last.record() != null) {
            row.put("last", logger.last.record().row());
        }
        row.put("readings", logger.readings);
        row.put("records", logger.records);
        row.put("failures", logger.failed);
        row.put("standard", logger.standard);
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
        return "there is no logger '" + EntryCheck.shorten(name) + "'" + DidYouMean.hint(name, names) + "; there are: "
                + (names.isEmpty() ? "none" : String.join(", ", some)) + (names.size() > some.size() ? ", …" : "");
    }
}
