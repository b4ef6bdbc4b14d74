package io.outrider.agent.telemetry.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.Reading;
import io.outrider.wire.Micros;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Factory of records from results of functions and from rows of other programs. Values that receivers cannot store are
 * removed: nulls, NaN and infinities are dropped, long text is cut, too deep nesting becomes JSON text. Never throws on
 * a result. Any thread.
 */
public final class RecordFactory {
    private static final Set<String> HEADER = Set.of("@t", "@ts", "@tq");
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999Z");
    private static final int LONGEST_STAMP = 64;
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
        JsonNode tree = tree(result);
        if (tree.isNull() && result != null || RecordSanitizer.isNoNumber(tree)) {
            dropped.incrementAndGet();
            return records;
        }
        ResultRecords.RecordContext context = new ResultRecords.RecordContext(
                function,
                function.substring(function.indexOf('.') + 1),
                Reading.text(time.now().instant()));
        ResultRecords.collect(
                context,
                tree,
                0,
                true,
                (from, fields, depth) -> add(from, RecordSanitizer.fields(fields.entrySet(), depth), records));
        return records;
    }

    private void add(ResultRecords.RecordContext context, Map<String, Object> fields, List<TelemetryRecord> records) {
        if (fields.isEmpty()) {
            dropped.incrementAndGet();
            return;
        }
        String type = type(context);
        Instant stamp = parse(context.utcStamp());
        Timestamp at = stamp == null ? time.now() : time.of(stamp);
        records.add(new TelemetryRecord(type, at.inMilliseconds(), fields, priority(type)));
    }

    /**
     * Record of a row that another program sent, such as a container: {@code @t} and {@code @ts}, if there is one, both
     * validated by the caller, and fields, of which one at least has to be valid.
     */
    public TelemetryRecord of(Map<String, Object> row) throws Failure {
        Map<String, Object> given = new LinkedHashMap<>(row);
        given.keySet().removeAll(HEADER);
        Map<String, Object> fields = RecordSanitizer.fields(tree(given).properties(), 0);
        String type = String.valueOf(row.get("@t"));
        Instant stamp = parse(String.valueOf(row.get("@ts")));
        if (fields.isEmpty()) {
            dropped.incrementAndGet();
            throw Failure.argument(
                    "record",
                    "nothing is left of " + type + " without @t, @ts and fields that are null, empty or no numbers");
        }
        return new TelemetryRecord(type, stamp == null ? time.now() : stated(stamp), fields, priority(type));
    }

    /** A stated time stays uncorrected, unless the machine's clock was untrusted. */
    private Timestamp stated(Instant stamp) {
        Timestamp now = time.now();
        if (!now.trusted()) {
            return time.of(stamp);
        }
        long micros = Micros.of(stamp);
        return new Timestamp(micros, now.upMicros() - (now.micros() - micros), true);
    }

    /** Records without a field left, since start. */
    public long dropped() {
        return dropped.get();
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

    private static String type(ResultRecords.RecordContext context) {
        String type = context.type().indexOf('.') > 0 ? context.type() : context.fullType();
        return isType(type) ? type : context.function();
    }

    private static Priority priority(String type) {
        if (type.startsWith("event.") || type.equals(StandardNames.TROUBLE_CODES) || type.equals("agent.loss")) {
            return Priority.HIGH;
        }
        return StandardNames.isOf(StandardNames.ACCELERATION, type) ? Priority.LOW : Priority.NORMAL;
    }

    private static boolean isType(String type) {
        return !type.isEmpty()
                && type.length() <= LONGEST_TYPE
                && type.codePoints().allMatch(RecordFactory::isPrintable);
    }

    private static boolean isPrintable(int c) {
        boolean isBlank = Character.isWhitespace(c) || Character.isSpaceChar(c);
        return Character.isDefined(c)
                && !isBlank
                && !Character.isISOControl(c)
                && Character.getType(c) != Character.SURROGATE;
    }

    /** @return null if a record cannot have that time; UTC without a zone */
    private static Instant parse(String text) {
        if (text.length() > LONGEST_STAMP) {
            return null;
        }
        Instant parsed;
        try {
            parsed = OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            try {
                parsed = LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException noOffset) {
                return null;
            }
        }
        return parsed.isBefore(FIRST) || parsed.isAfter(LAST) ? null : parsed.truncatedTo(ChronoUnit.MICROS);
    }
}
