package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.Timestamp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes records by column, in either form. */
final class ColumnarWriter {
    private final JsonFactory factory;
    private final boolean whole;

    /** @param whole with what the rows do not show: for the disk */
    ColumnarWriter(JsonFactory factory, boolean whole) {
        this.factory = factory;
        this.whole = whole;
    }

    /** @throws IllegalArgumentException if it is too much for one piece */
    byte[] write(Map<String, String> head, List<SequencedRecord> records) {
        if (records.isEmpty() || records.size() > BatchLimits.RECORDS) {
            throw new IllegalArgumentException(
                    "takes 1 to " + BatchLimits.RECORDS + " records at once, not " + records.size());
        }
        try {
            Plain plain = new Plain();
            try (JsonGenerator to = factory.createGenerator(plain)) {
                write(to, head, records);
            }
            if (plain.size() > BatchLimits.PLAIN_BYTES) {
                throw new IOException("too large: " + plain.size() + " bytes");
            }
            return Zlib.compress(plain.bytes(), plain.size());
        } catch (IOException e) { // nothing here can fail but the limits
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private void write(JsonGenerator to, Map<String, String> head, List<SequencedRecord> records) throws IOException {
        SizeBudget allowance = new SizeBudget(BatchLimits.VALUES - 1_000);
        int[] order = new int[records.size()];
        List<ColumnGroup> groups = ColumnGroup.of(records, order, allowance);
        to.writeStartObject();
        to.writeNumberField("columns", 1);
        for (Map.Entry<String, String> each : head.entrySet()) {
            to.writeStringField(each.getKey(), each.getValue());
        }
        to.writeNumberField("first", records.get(0).sequence());
        gaps(to, records, allowance);
        SharedTimestamps paces = SharedTimestamps.of(groups);
        to.writeArrayFieldStart("moments");
        for (TimestampColumn each : paces.moments()) {
            each.write(to, allowance);
        }
        to.writeEndArray();
        int[] ahead = ahead(groups, order);
        if (ahead != null) {
            to.writeStringField("order", PackedInts.unsigned(ahead));
        }
        to.writeArrayFieldStart("groups");
        for (int i = 0; i < groups.size(); i++) {
            group(to, groups.get(i), paces, i, allowance);
        }
        to.writeEndArray();
        to.writeEndObject();
    }

    private static void gaps(JsonGenerator to, List<SequencedRecord> records, SizeBudget allowance) throws IOException {
        List<Object> gaps = new ArrayList<>();
        for (int i = 1; i < records.size(); i++) {
            long missing = records.get(i).sequence() - records.get(i - 1).sequence() - 1;
            if (missing < 0) {
                throw new IllegalArgumentException("records are not ascending by sequence");
            }
            if (missing > 0) {
                gaps.add(i);
                gaps.add(missing);
            }
        }
        if (!gaps.isEmpty()) {
            to.writeFieldName("gaps");
            JsonValues.write(to, gaps, allowance);
        }
    }

    private static int[] ahead(List<ColumnGroup> groups, int[] order) {
        int[] next = new int[groups.size()]; // where its next record stands
        long[] at = new long[order.length];
        int count = 0;
        for (int i = 0; i < next.length; i++) {
            next[i] = count;
            for (SequencedRecord each : groups.get(i).records()) {
                at[count++] = each.record().at().micros();
            }
        }
        int[] real = new int[order.length];
        for (int i = 0; i < real.length; i++) {
            real[i] = next[order[i]]++;
        }
        return GroupOrder.ahead(GroupOrder.usual(at), real);
    }

    private void group(JsonGenerator to, ColumnGroup group, SharedTimestamps paces, int index, SizeBudget allowance)
            throws IOException {
        List<SequencedRecord> records = group.records();
        to.writeStartObject();
        to.writeStringField("t", group.type());
        to.writeNumberField("n", records.size());
        TimestampColumn moments = paces.moments().get(paces.of()[index]);
        List<Object> at = new ArrayList<>(records.size());
        List<Object> trusted = new ArrayList<>(records.size());
        for (SequencedRecord each : records) {
            at.add(moments.place(each));
            trusted.add(each.record().at().trusted());
        }
        to.writeNumberField("m", paces.of()[index]);
        to.writeFieldName("at");
        Column.write(to, at, allowance);
        if (trusted.contains(false)) {
            to.writeFieldName("trusted");
            Column.write(to, trusted, allowance);
        }
        if (whole) {
            hidden(to, records, allowance);
        }
        to.writeFieldName("row");
        group.write(to, allowance);
        to.writeEndObject();
    }

    private static void hidden(JsonGenerator to, List<SequencedRecord> records, SizeBudget allowance)
            throws IOException {
        List<Object> since = new ArrayList<>(records.size());
        List<Object> priority = new ArrayList<>(records.size());
        for (SequencedRecord each : records) {
            since.add(since(each.record().at()));
            priority.add(each.record().priority().name());
        }
        to.writeFieldName("since");
        Column.write(to, since, allowance);
        to.writeFieldName("priority");
        Column.write(to, priority, allowance);
    }

    /** When the monotonic clock began, which hardly ever changes. */
    private static Number since(Timestamp at) {
        BigInteger exact = BigInteger.valueOf(at.micros()).subtract(BigInteger.valueOf(at.upMicros()));
        return exact.bitLength() < Long.SIZE ? (Number) exact.longValue() : exact;
    }

    /** Its bytes without a copy. */
    private static final class Plain extends ByteArrayOutputStream {
        Plain() {
            super(8192);
        }

        byte[] bytes() {
            return buf;
        }
    }
}
