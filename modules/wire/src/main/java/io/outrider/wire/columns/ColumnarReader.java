package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonParser;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Decoder of {@link ColumnarWriter}, for untrusted input. */
final class ColumnarReader {
    private final boolean forDisk;

    /** @param forDisk whether the disk-only columns are expected; without them timestamps have no monotonic clock */
    ColumnarReader(boolean forDisk) {
        this.forDisk = forDisk;
    }

    record DecodedBatch(Map<?, ?> header, List<SequencedRecord> records) {
        String text(String name) throws IOException {
            if (header.get(name) instanceof String text) {
                return text;
            }
            throw new IOException("'" + name + "' is missing");
        }
    }

    DecodedBatch read(byte[] bytes) throws IOException {
        SizeBudget budget = new SizeBudget(SizeBudget.VALUES);
        byte[] plain = Zlib.decompress(bytes);
        Object read;
        try (JsonParser from = JsonValues.FACTORY.createParser(plain)) {
            from.nextToken();
            read = JsonValues.read(from, budget);
            if (from.nextToken() != null) {
                throw new IOException("there is more data after the end of the JSON");
            }
        }
        if (!(read instanceof Map<?, ?> header) || !Integer.valueOf(1).equals(header.get("columns"))) {
            throw new IOException("'columns' is not 1");
        }
        try {
            List<TimestampColumn> timestamps = timestamps(header.get("moments"), budget);
            List<TelemetryRecord> records = readGroups(header.get("groups"), timestamps, budget);
            return new DecodedBatch(header, withSequences(header, ordered(records, header.get("order"))));
        } catch (ArithmeticException e) {
            throw new IOException("a number exceeds 64 bits", e);
        }
    }

    private static List<TimestampColumn> timestamps(Object value, SizeBudget budget) throws IOException {
        if (!(value instanceof List<?> items)) {
            throw new IOException("'moments' is not a list");
        }
        List<TimestampColumn> columns = new ArrayList<>();
        for (Object each : items) {
            columns.add(TimestampColumn.read(each, budget));
        }
        return columns;
    }

    /** Records of all groups, one after the other. */
    private List<TelemetryRecord> readGroups(Object list, List<TimestampColumn> timestamps, SizeBudget budget)
            throws IOException {
        if (!(list instanceof List<?> items) || items.isEmpty()) {
            throw new IOException("'groups' is not a list, or is empty");
        }
        List<TelemetryRecord> records = new ArrayList<>();
        for (Object each : items) {
            if (!(each instanceof Map<?, ?> group)
                    || !(group.get("t") instanceof String)
                    || !(group.get("n") instanceof Integer count)
                    || !(group.get("row") instanceof Map<?, ?>)) {
                throw new IOException("'t', 'n' or 'row' of a group is missing, or of another type");
            }
            if (count < 1 || count > SizeBudget.RECORDS - records.size()) {
                throw new IOException("'n' of a group is out of range");
            }
            budget.take(4L * count);
            if (!(group.get("m") instanceof Integer index) || index < 0 || index >= timestamps.size()) {
                throw new IOException("'m' of a group is no index of 'moments'");
            }
            readGroup(group, timestamps.get(index).at(group.get("at"), count), records, budget);
        }
        return records;
    }

    private void readGroup(Map<?, ?> group, long[] at, List<TelemetryRecord> records, SizeBudget budget)
            throws IOException {
        int count = at.length;
        List<Map<String, Object>> rows = ColumnGroup.rows((Map<?, ?>) group.get("row"), count, budget);
        List<Object> trusted =
                group.containsKey("trusted") ? Column.read("trusted", group.get("trusted"), count) : null;
        List<Object> clockOffsets = forDisk ? Column.read("since", group.get("since"), count) : null;
        List<Object> priorities = forDisk ? Column.read("priority", group.get("priority"), count) : null;
        for (int i = 0; i < count; i++) {
            long upMicros = forDisk ? upMicros(at[i], clockOffsets.get(i)) : 0;
            boolean isTrusted = trusted == null || flag(trusted.get(i));
            records.add(new TelemetryRecord(
                    (String) group.get("t"),
                    new Timestamp(at[i], upMicros, isTrusted),
                    rows.get(i),
                    forDisk ? priority(priorities.get(i)) : Priority.NORMAL));
        }
    }

    private static long upMicros(long micros, Object clockOffset) throws IOException {
        return BigInteger.valueOf(micros)
                .subtract(Column.wholeNumber("since", clockOffset))
                .longValueExact();
    }

    private static List<TelemetryRecord> ordered(List<TelemetryRecord> records, Object order) throws IOException {
        int[] positions = GroupOrder.byTimestamp(
                records.stream().mapToLong(each -> each.at().micros()).toArray());
        if (order instanceof String text) {
            positions = GroupOrder.restore(positions, PackedInts.unsigned(text, positions.length, positions.length));
        } else if (order != null) {
            throw new IOException("'order' is not text");
        }
        return Arrays.stream(positions).mapToObj(records::get).toList();
    }

    private static List<SequencedRecord> withSequences(Map<?, ?> header, List<TelemetryRecord> records)
            throws IOException {
        long next = Column.wholeNumber("first", header.get("first")).longValueExact();
        List<?> gaps = header.get("gaps") instanceof List<?> list ? list : List.of();
        if (gaps.size() % 2 != 0 || gaps.isEmpty() && header.get("gaps") != null) {
            throw new IOException("'gaps' is not a list of pairs");
        }
        int gap = 0;
        List<SequencedRecord> sequenced = new ArrayList<>(records.size());
        for (int i = 0; i < records.size(); i++) {
            if (gap < gaps.size() && Column.wholeNumber("gaps", gaps.get(gap)).equals(BigInteger.valueOf(i))) {
                BigInteger missing = Column.wholeNumber("gaps", gaps.get(gap + 1));
                if (missing.signum() <= 0) {
                    throw new IOException("'gaps' has a number of missing records below 1");
                }
                next = BigInteger.valueOf(next).add(missing).longValueExact();
                gap += 2;
            }
            sequenced.add(new SequencedRecord(next++, records.get(i)));
        }
        if (gap != gaps.size() || next < sequenced.get(0).sequence()) {
            throw new IOException("'gaps' does not match the records");
        }
        return sequenced;
    }

    private static boolean flag(Object value) throws IOException {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw new IOException("'trusted' has a value other than true and false");
    }

    private static Priority priority(Object value) throws IOException {
        for (Priority each : Priority.values()) {
            if (each.name().equals(value)) {
                return each;
            }
        }
        throw new IOException("'priority' has an unknown value");
    }
}
