package io.outrider.unit.gnss;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decoder of gpsd's JSON reports TPV, SKY, DEVICES and DEVICE (gpsd_json(5), protocol 3). */
final class Gpsd implements PositionDecoder {
    private static final double KMH_PER_MS = 3.6;

    /** The fraction is optional. */
    private static final Pattern TIME =
            Pattern.compile("(\\d{4}-\\d{2}-\\d{2})T(\\d{2}):(\\d{2}):(\\d{2})(?:\\.\\d+)?Z");

    private final JsonFactory json = new JsonFactory();
    private Integer satellites;

    @Override
    public ReceiverReport decode(String line) {
        try {
            Map<String, Object> report = report(line);
            return switch (String.valueOf(report.get("class"))) {
                case "TPV" -> position(report);
                case "SKY" -> sky(report);
                case "DEVICES" ->
                    Integer.valueOf(0).equals(report.get("devices"))
                            ? new PositionLost("gpsd has no receiver: connect one, and name it in gpsd's own settings")
                            : NOTHING;
                case "DEVICE" ->
                    isGone(report) ? new PositionLost("gpsd has lost its receiver: connect it again") : NOTHING;
                default -> NOTHING;
            };
        } catch (IOException | IllegalArgumentException e) {
            return NOTHING;
        }
    }

    /** Strings and numbers of the outermost object; for a list the number of objects and of used ones. */
    private Map<String, Object> report(String line) throws IOException {
        Map<String, Object> report = new HashMap<>();
        try (JsonParser parser = json.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return report;
            }
            for (JsonToken at = parser.nextToken(); at != JsonToken.END_OBJECT; at = parser.nextToken()) {
                if (at == null) {
                    throw new IOException("the line was cut off");
                }
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (value == JsonToken.START_ARRAY) {
                    list(parser, name, report);
                } else if (value == JsonToken.START_OBJECT) {
                    parser.skipChildren();
                } else if (value == JsonToken.VALUE_STRING) {
                    report.put(name, parser.getText());
                } else if (value != null && value.isNumeric()) {
                    report.put(name, parser.getDoubleValue());
                }
            }
        }
        return report;
    }

    private static void list(JsonParser parser, String name, Map<String, Object> report) throws IOException {
        int objects = 0;
        int used = 0;
        int depth = 1;
        while (depth > 0) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                throw new IOException("the line was cut off");
            } else if (token.isStructStart()) {
                depth++;
                objects += depth == 2 ? 1 : 0;
            } else if (token.isStructEnd()) {
                depth--;
            } else if (token == JsonToken.VALUE_TRUE && depth == 2 && "used".equals(parser.currentName())) {
                used++;
            }
        }
        report.put(name, objects);
        report.put(name + ".used", used);
    }

    private static boolean isGone(Map<String, Object> report) {
        return Double.valueOf(0).equals(report.get("activated"));
    }

    private ReceiverReport sky(Map<String, Object> report) {
        Double reported = number(report, "uSat");
        if (reported != null) {
            satellites = reported.intValue();
        } else if (report.get("satellites.used") instanceof Integer counted) {
            satellites = counted; // gpsd before 3.22; a SKY report with DOPs only has no list
        }
        return NOTHING;
    }

    private ReceiverReport position(Map<String, Object> report) {
        Double mode = number(report, "mode");
        if (mode == null || mode < 2) {
            return new PositionLost("the receiver has no fix yet: it needs a view of the sky");
        }
        Matcher time = TIME.matcher(String.valueOf(report.get("time")));
        Double lat = number(report, "lat");
        Double lon = number(report, "lon");
        if (lat == null || lon == null || !time.matches()) {
            return NOTHING;
        }
        Double height = number(report, "altMSL");
        Double speed = number(report, "speed");
        return new Position(new Fix(
                Fix.time(integer(time, 2), integer(time, 3), integer(time, 4)),
                time.group(1),
                lat,
                lon,
                mode < 3 ? null : height != null ? height : number(report, "alt"),
                speed == null ? null : speed * KMH_PER_MS,
                number(report, "track"),
                satellites,
                mode < 3 ? "2D" : "3D"));
    }

    private static int integer(Matcher time, int group) {
        return Integer.parseInt(time.group(group));
    }

    private static Double number(Map<String, Object> report, String name) {
        return report.get(name) instanceof Double number && Double.isFinite(number) ? number : null;
    }
}
