package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what {@link ColumnarWriter} has written, from whomever it comes. */
final class ColumnarReader {
    private final JsonFactory factory;
    private final boolean whole;

    /** @param whole whether there has to be what is for the disk only; else moments have no monotonic clock */
    ColumnarReader(JsonFactory factory, boolean whole) {
        this.factory = factory;
        this.whole = whole;
    }

    record Sheet(Map<?, ?> head, List<SequencedRecord> records) {
        String text(String name) throws IOException {
            if (head.get(name) instanceof String text) {
                return text;
            }
            throw new IOException("'" + name + "' is missing");
        }
    }

    Sheet read(byte[] bytes) throws IOException {
        SizeBudget allowance = new SizeBudget(BatchLimits.VALUES);
        byte[] plain = Zlib.plain(bytes);
        Object read;
        try (JsonParser from = factory.createParser(plain)) {
            from.nextToken();
            read = JsonValues.read(from, allowance);
            if (from.nextToken() != null) {
                throw new IOException("there is something behind the end");
            }
        }
        if (!(read instanceof Map<?, ?> head) || !Integer.valueOf(1).equals(head.get("columns"))) {
            throw new IOException("these are no columns of version 1");
        }
        List<TelemetryRecord> samples = groups(head.get("groups"), moments(head.get("moments"), allowance), allowance);
        return new Sheet(head, numbered(head, ordered(samples, head.get("order"))));
    }

    private static List<TimestampColumn> moments(Object told, SizeBudget allowance) throws IOException {
        if (!(told instanceof List<?> all)) {
            throw new IOException("there are no moments");
        }
        List<TimestampColumn> moments = new ArrayList<>();
        for (Object each : all) {
            moments.add(TimestampColumn.read(each, allowance));
        }
        return moments;
    }

    /** Those of all groups, one behind the other. */
    private List<TelemetryRecord> groups(Object list, List<TimestampColumn> moments, SizeBudget allowance)
            throws IOException {
        if (!(list instanceof List<?> all) || all.isEmpty()) {
            throw new IOException("there are no groups");
        }
        List<TelemetryRecord> samples = new ArrayList<>();
        for (Object each : all) {
            if (!(each instanceof Map<?, ?> group)
                    || !(group.get("t") instanceof String)
                    || !(group.get("n") instanceof Integer count)
                    || !(group.get("row") instanceof Map<?, ?>)) {
                throw new IOException("a group lacks its type, number or row");
            }
            if (count < 1 || count > BatchLimits.RECORDS - samples.size()) {
                throw new IOException("a group has too many records, or none");
            }
            allowance.take(4L * count);
            if (!(group.get("m") instanceof Integer which) || which < 0 || which >= moments.size()) {
                throw new IOException("a group lacks its moments");
            }
            read(group, moments.get(which).at(group.get("at"), count), samples, allowance);
        }
        return samples;
    }

    private void read(Map<?, ?> group, long[] at, List<TelemetryRecord> samples, SizeBudget allowance)
            throws IOException {
        int count = at.length;
        List<Map<String, Object>> rows = ColumnGroup.rows((Map<?, ?>) group.get("row"), count, allowance);
        List<Object> trusted = group.containsKey("trusted") ? column(group, "trusted", count) : null;
        List<Object> since = whole ? column(group, "since", count) : null;
        List<Object> priority = whole ? column(group, "priority", count) : null;
        for (int i = 0; i < count; i++) {
            long up = whole ? ExactLongs.exact(BigInteger.valueOf(at[i]).subtract(ExactLongs.number(since.get(i)))) : 0;
            boolean known = trusted == null || flag(trusted.get(i));
            samples.add(new TelemetryRecord(
                    (String) group.get("t"),
                    new Timestamp(at[i], up, known),
                    rows.get(i),
                    whole ? priority(priority.get(i)) : Priority.NORMAL));
        }
    }

    private static List<Object> column(Map<?, ?> group, String name, int count) throws IOException {
        if (group.get(name) instanceof List<?> column) {
            return Column.read(column, count);
        }
        throw new IOException("a group lacks '" + name + "'");
    }

    private static List<TelemetryRecord> ordered(List<TelemetryRecord> samples, Object order) throws IOException {
        int[] real = GroupOrder.usual(
                samples.stream().mapToLong(each -> each.at().micros()).toArray());
        if (order instanceof String text) {
            real = GroupOrder.real(real, PackedInts.unsigned(text, real.length, real.length));
        } else if (order != null) {
            throw new IOException("the order is no text");
        }
        List<TelemetryRecord> ordered = new ArrayList<>(real.length);
        for (int each : real) {
            ordered.add(samples.get(each));
        }
        return ordered;
    }

    private static List<SequencedRecord> numbered(Map<?, ?> head, List<TelemetryRecord> samples) throws IOException {
        long next = ExactLongs.exact(ExactLongs.number(head.get("first")));
        List<?> gaps = head.get("gaps") instanceof List<?> list ? list : List.of();
        if (gaps.size() % 2 != 0 || gaps.isEmpty() && head.get("gaps") != null) {
            throw new IOException("the gaps are not told in pairs");
        }
        int gap = 0;
        List<SequencedRecord> records = new ArrayList<>(samples.size());
        for (int i = 0; i < samples.size(); i++) {
            if (gap < gaps.size() && ExactLongs.number(gaps.get(gap)).equals(BigInteger.valueOf(i))) {
                BigInteger missing = ExactLongs.number(gaps.get(gap + 1));
                if (missing.signum() <= 0) {
                    throw new IOException("a gap has no length");
                }
                next = ExactLongs.exact(BigInteger.valueOf(next).add(missing));
                gap += 2;
            }
            records.add(new SequencedRecord(next++, samples.get(i)));
        }
        if (gap != gaps.size() || next < records.get(0).sequence()) {
            throw new IOException("the gaps do not fit the records");
        }
        return records;
    }

    private static boolean flag(Object value) throws IOException {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw new IOException("whether a time is trusted is neither true nor false");
    }

    private static Priority priority(Object value) throws IOException {
        for (Priority each : Priority.values()) {
            if (each.name().equals(value)) {
                return each;
            }
        }
        throw new IOException("there is an unknown priority");
    }
}
