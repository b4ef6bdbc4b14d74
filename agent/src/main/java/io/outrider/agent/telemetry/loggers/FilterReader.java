package io.outrider.agent.telemetry.loggers;

import java.util.List;
import java.util.Map;

/** Reader of a logger's filter settings. */
final class FilterReader {
    private static final List<String> KEYS = List.of("change", "deadband", "min", "max", "position");
    private static final long LEAST = 1_000_000L;
    private static final long MOST = 366 * 86_400_000_000_000L;

    private FilterReader() {}

    static FilterSettings read(TableReader logger, List<String> problems) {
        if (!logger.has("filter")) {
            return FilterSettings.NONE;
        }
        Map<String, Object> table = logger.table("filter");
        TableReader fields = new TableReader(logger.path("filter"), table, KEYS, problems);
        double deadband = deadband(fields);
        boolean percent = fields.get("deadband") instanceof String;
        boolean position = fields.bool("position", false);
        boolean change = fields.bool("change", deadband > 0 || position || fields.has("max"));
        if (!change && fields.has("max")) {
            fields.wrong("max", "tells when an unchanged value passes, and without change all pass; leave it out");
        }
        if (!change && (deadband > 0 || position)) {
            fields.wrong("change", "false contradicts deadband and position; leave it out");
        }
        if (position && deadband > 0) {
            fields.wrong("deadband", "has no meaning together with position; leave one of them out");
        }
        long min = fields.duration("min", LEAST, MOST);
        long max = fields.duration("max", LEAST, MOST);
        if (max > 0 && max < min) {
            fields.wrong("max", DurationText.text(max) + " is less than min, " + DurationText.text(min));
        }
        return new FilterSettings(change, deadband, percent, min, max, position);
    }

    private static double deadband(TableReader fields) {
        Object given = fields.get("deadband");
        if (given == null) {
            return 0;
        }
        double number = Double.NaN;
        if (given instanceof Number n) {
            number = n.doubleValue();
        } else if (given instanceof String text && text.strip().matches("\\d{1,3}(\\.\\d{1,9})? ?%")) {
            number = Double.parseDouble(text.replace("%", "").strip());
        }
        if (!(number > 0 && number < 1e15)) {
            fields.wrong(
                    "deadband", "takes a number above 0, or percent such as \"5%\", not " + TableReader.shorten(given));
            return 0;
        }
        return number;
    }
}
