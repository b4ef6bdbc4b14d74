package io.outrider.agent.telemetry.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.functions.Json;
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
 * Factory of records from results of functions and from rows of other programs. Values that receivers cannot store are
 * removed: nulls, NaN and infinities are dropped, long text is cut, too deep nesting becomes JSON text. Never throws on
 * a result. Any thread.
 */
public final class RecordFactory {
    /** Most characters of a type's name. */
    private static final int LONGEST_TYPE = 200;

    private final TimeSource time;
    private final AtomicLong dropped = new AtomicLong();

    public RecordFactory(TimeSource time) {
        this.time = time;
    }

    /**
     * Records of a result by AutoPi's rules: the type is the module's name and {@code _type}, or the function's name
     * without one; a list gives a record for each element; errors and empty values give none. A type with a dot stays
     * as it is. Timestamps are whole milliseconds, the precision of a vehicle's answer.
     *
     * @param function {@code module.function}
     * @param result a {@link Reading}, {@link io.outrider.api.Readings}, or a value of JSON's types, also as a tree
     */
    public List<TelemetryRecord> of(String function, Object result) {
        List<TelemetryRecord> records = new ArrayList<>();
        if (isNoNumber(result)) {
            dropped.incrementAndGet();
            return records;
        }
        ResultRecords.Context context = new ResultRecords.Context(
                function,
                function.substring(function.indexOf('.') + 1),
                Reading.text(time.now().instant()));
        ResultRecords.collect(
                context,
                tree(result),
                0,
                true,
                (from, fields, depth) -> add(from, RecordSanitizer.fields(fields, depth), records));
        return records;
    }

    private void add(ResultRecords.Context context, Map<String, Object> fields, List<TelemetryRecord> records) {
        if (fields.isEmpty()) {
            dropped.incrementAndGet();
            return;
        }
        String type = type(context.function(), context.fullType());
        Timestamp at = timestamp(context.utcStamp()).inMilliseconds();
        records.add(new TelemetryRecord(type, at, fields, Priorities.of(type)));
    }

    /**
     * Record of a row that another program sent, such as a container: {@code @t}, fields and optionally {@code @ts}.
     * The caller has validated these two.
     *
     * @throws Failure if no field is left
     */
    public TelemetryRecord of(Map<String, Object> row) throws Failure {
        Map<String, Object> fields = RecordSanitizer.fields(withoutHeader(row), 0);
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

    /** A stated time stays uncorrected, unless the machine's clock was untrusted. */
    private Timestamp stated(Instant stamp) {
        Timestamp now = time.now();
        if (!now.trusted()) {
            return time.of(stamp);
        }
        long micros = Math.addExact(Math.multiplyExact(stamp.getEpochSecond(), 1_000_000L), stamp.getNano() / 1_000);
        return new Timestamp(micros, now.upMicros() - (now.micros() - micros), true);
    }

    /** Records without a field left, since start. */
    public long dropped() {
        return dropped.get();
    }

    private static boolean isNoNumber(Object result) {
        if (result instanceof JsonNode node) { // JSON has null for numbers that are not finite
            return node.isNull() || node.isFloatingPointNumber() && !Double.isFinite(node.doubleValue());
        }
        return result instanceof Double number && !Double.isFinite(number);
    }

    private static Map<String, Object> withoutHeader(Map<String, Object> row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        row.forEach((key, value) -> {
            if (!"@t".equals(key) && !"@ts".equals(key) && !"@tq".equals(key)) {
                fields.put(key, value);
            }
        });
        return fields;
    }

    private JsonNode tree(Object result) {
        if (result instanceof JsonNode node) {
            return node;
        }
        try {
            return Json.PLAIN.valueToTree(result);
        } catch (IllegalArgumentException | StackOverflowError e) { // no JSON, or a cycle
            dropped.incrementAndGet();
            return MissingNode.getInstance();
        }
    }

    private static String type(String function, String given) {
        String module = function.substring(0, function.indexOf('.') + 1);
        String own = given.substring(Math.min(module.length(), given.length()));
        String type = own.indexOf('.') > 0 ? own : given;
        return RecordHeader.isType(type, LONGEST_TYPE) ? type : function;
    }

    private Timestamp timestamp(String stamp) {
        Instant instant = RecordHeader.parse(stamp);
        return instant == null ? time.now() : time.of(instant);
    }
}
