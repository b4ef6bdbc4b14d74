package io.outrider.agent.telemetry.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.api.Failure;
import io.outrider.api.Reading;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes records of what functions return and of what others send, and takes out of it what no receiver could store:
 * nulls, NaN and infinities are left out, long text is cut, what is nested too deeply becomes its JSON text. Never fails on a result, whatever is in it.
 * Any thread.
 */
public final class RecordFactory {
    /** Longer names of types are nobody's. */
    private static final int LONGEST_TYPE = 200;

    private final TimeSource time;
    private final ResultRecords records = new ResultRecords();
    private final ObjectMapper mapper = JsonMapper.builder().build();
    private final AtomicLong dropped = new AtomicLong();

    public RecordFactory(TimeSource time) {
        this.time = time;
    }

    /**
     * The records in a result, by the incumbent's rules: its {@code _type} behind the module's name, or the function's
     * name where there is none; a list is a record for each element; what is empty or an error is none. A type with a dot
     * in it is taken as it is. Their moments are whole milliseconds: nobody knows better when a vehicle has answered.
     *
     * @param function {@code module.function}
     * @param result a {@link Reading}, {@link io.outrider.api.Readings}, or what is of JSON's kinds, also as JSON
     */
    public List<TelemetryRecord> of(String function, Object result) {
        List<TelemetryRecord> samples = new ArrayList<>();
        if (isNoNumber(result)) {
            dropped.incrementAndGet();
            return samples;
        }
        for (Map<String, Object> record : records.of(function, whole(function, tree(result)))) {
            Map<String, Object> fields = new LinkedHashMap<>(record);
            String type = type(function, String.valueOf(fields.remove("@t")));
            Timestamp at = moment(String.valueOf(fields.remove("@ts"))).inMilliseconds();
            Map<String, Object> clean = RecordSanitizer.fields(fields);
            if (clean.isEmpty()) {
                dropped.incrementAndGet();
            } else {
                samples.add(new TelemetryRecord(type, at, clean, Priorities.of(type)));
            }
        }
        return samples;
    }

    /**
     * A record that somebody else has made, such as a container: {@code @t} and the fields; {@code @ts} if it is not of
     * now. Whoever takes it from them has looked at these two.
     *
     * @throws Failure if nothing is left of the fields
     */
    public TelemetryRecord of(Map<String, Object> row) throws Failure {
        Map<String, Object> fields = new LinkedHashMap<>(RecordSanitizer.fields(withoutHead(row)));
        String type = String.valueOf(row.get("@t"));
        Instant stamp = RecordHeader.parse(String.valueOf(row.get("@ts")));
        if (fields.isEmpty()) {
            dropped.incrementAndGet();
            throw Failure.argument(
                    "record",
                    "nothing is left of " + type + " without @t, @ts and fields that are null, empty or no numbers");
        }
        return new TelemetryRecord(type, stamp == null ? time.now() : stated(stamp), fields, Priorities.of(type));
    }

    /** A time that somebody else states is left alone, but while nobody on the machine can know it. */
    private Timestamp stated(Instant stamp) {
        Timestamp now = time.now();
        if (!now.trusted()) {
            return time.of(stamp);
        }
        long micros = Math.addExact(Math.multiplyExact(stamp.getEpochSecond(), 1_000_000L), stamp.getNano() / 1_000);
        return new Timestamp(micros, now.upMicros() - (now.micros() - micros), true);
    }

    /** Records of which nothing was left, since start. */
    public long dropped() {
        return dropped.get();
    }

    private static boolean isNoNumber(Object result) {
        if (result instanceof JsonNode node) { // in JSON a number that is not finite is null
            return node.isNull() || node.isFloatingPointNumber() && !Double.isFinite(node.doubleValue());
        }
        return result instanceof Double number && !Double.isFinite(number);
    }

    private static Map<String, Object> withoutHead(Map<String, Object> row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        row.forEach((key, value) -> {
            if (!"@t".equals(key) && !"@ts".equals(key) && !"@tq".equals(key)) {
                fields.put(key, value);
            }
        });
        return fields;
    }

    /** Without what is too deep or too much for the rules. */
    private Object tree(Object result) {
        if (result instanceof JsonNode node) {
            return RecordSanitizer.tree(node);
        }
        try {
            return RecordSanitizer.tree(mapper.valueToTree(result));
        } catch (IllegalArgumentException | StackOverflowError e) { // no JSON, or in itself
            dropped.incrementAndGet();
            return null;
        }
    }

    /** With a type and a stamp, so that the rules see a reading in it. */
    private Object whole(String function, Object result) {
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("_type", function.substring(function.indexOf('.') + 1));
        whole.put("_stamp", Reading.text(time.now().instant()));
        if (result instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (!"_type".equals(key) && !"_stamp".equals(key) || value instanceof String) {
                    whole.put(String.valueOf(key), value);
                }
            });
        } else if (result instanceof List<?>) {
            whole.put("values", result);
        } else if (result != null) {
            whole.put("value", result);
        }
        return whole;
    }

    private static String type(String function, String given) {
        String module = function.substring(0, function.indexOf('.') + 1);
        String own = given.substring(Math.min(module.length(), given.length()));
        String type = own.indexOf('.') > 0 ? own : given;
        return RecordHeader.isType(type, LONGEST_TYPE) ? type : function;
    }

    private Timestamp moment(String stamp) {
        Instant instant = RecordHeader.parse(stamp);
        return instant == null ? time.now() : time.of(instant);
    }
}
