package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Columnar encoder of records, for MQTT or for the disk. */
final class ColumnarWriter {
    private final JsonFactory factory = JsonValues.factory();
    private final boolean forDisk;

    /** @param forDisk whether to write the disk-only columns that rows do not show */
    ColumnarWriter(boolean forDisk) {
        this.forDisk = forDisk;
    }

    byte[] write(Map<String, String> header, List<SequencedRecord> records) {
        if (records.isEmpty() || records.size() > SizeBudget.RECORDS) {
            throw new IllegalArgumentException(
                    "takes 1 to " + SizeBudget.RECORDS + " records at once, not " + records.size());
        }
        try {
            return Zlib.compress(out -> {
                try (JsonGenerator to = factory.createGenerator(out)) {
                    write(to, header, records);
                }
            });
        } catch (IOException e) { // only limits fail here
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private void write(JsonGenerator to, Map<String, String> header, List<SequencedRecord> records) throws IOException {
        SizeBudget budget = new SizeBudget(SizeBudget.VALUES - 1_000);
        int[] groupOf = new int[records.size()];
        List<ColumnGroup> groups = ColumnGroup.of(records, groupOf, budget);
        to.writeStartObject();
        to.writeNumberField("columns", 1);
        for (Map.Entry<String, String> each : header.entrySet()) {
            to.writeStringField(each.getKey(), each.getValue());
        }
        to.writeNumberField("first", records.get(0).sequence());
        writeGaps(to, records, budget);
        SharedTimestamps shared = SharedTimestamps.of(groups);
        to.writeArrayFieldStart("moments");
        for (TimestampColumn each : shared.columns()) {
            each.write(to, budget);
        }
        to.writeEndArray();
        int[] displacements = displacements(groups, groupOf);
        if (displacements != null) {
            to.writeStringField("order", PackedInts.unsigned(displacements));
        }
        to.writeArrayFieldStart("groups");
        for (int i = 0; i < groups.size(); i++) {
            writeGroup(to, groups.get(i), shared, i, budget);
        }
        to.writeEndArray();
        to.writeEndObject();
    }

    private static void writeGaps(JsonGenerator to, List<SequencedRecord> records, SizeBudget budget)
            throws IOException {
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
            JsonValues.write(to, gaps, budget);
        }
    }

    private static int[] displacements(List<ColumnGroup> groups, int[] groupOf) {
        int[] next = new int[groups.size()]; // position of the next record of each group
        long[] at = new long[groupOf.length];
        int count = 0;
        for (int i = 0; i < next.length; i++) {
            next[i] = count;
            for (SequencedRecord each : groups.get(i).records()) {
                at[count++] = each.record().at().micros();
            }
        }
        int[] actual = new int[groupOf.length];
        for (int i = 0; i < actual.length; i++) {
            actual[i] = next[groupOf[i]]++;
        }
        return GroupOrder.displacements(GroupOrder.byTimestamp(at), actual);
    }

    private void writeGroup(JsonGenerator to, ColumnGroup group, SharedTimestamps shared, int index, SizeBudget budget)
            throws IOException {
        List<SequencedRecord> records = group.records();
        to.writeStartObject();
        to.writeStringField("t", group.type());
        to.writeNumberField("n", records.size());
        TimestampColumn timestamps = shared.columns().get(shared.columnOf()[index]);
        List<Object> at = new ArrayList<>(records.size());
        List<Object> trusted = new ArrayList<>(records.size());
        for (SequencedRecord each : records) {
            at.add(timestamps.indexOf(each));
            trusted.add(each.record().at().trusted());
        }
        to.writeNumberField("m", shared.columnOf()[index]);
        to.writeFieldName("at");
        Column.write(to, at, budget);
        if (trusted.contains(false)) {
            to.writeFieldName("trusted");
            Column.write(to, trusted, budget);
        }
        if (forDisk) {
            writeDiskColumns(to, records, budget);
        }
        to.writeFieldName("row");
        group.write(to, budget);
        to.writeEndObject();
    }

    private static void writeDiskColumns(JsonGenerator to, List<SequencedRecord> records, SizeBudget budget)
            throws IOException {
        List<Object> clockOffsets = new ArrayList<>(records.size());
        List<Object> priorities = new ArrayList<>(records.size());
        for (SequencedRecord each : records) {
            clockOffsets.add(clockOffset(each.record().at()));
            priorities.add(each.record().priority().name());
        }
        to.writeFieldName("since");
        Column.write(to, clockOffsets, budget);
        to.writeFieldName("priority");
        Column.write(to, priorities, budget);
    }

    /** Start of the monotonic clock, which rarely changes. */
    private static Number clockOffset(Timestamp at) {
        BigInteger exact = BigInteger.valueOf(at.micros()).subtract(BigInteger.valueOf(at.upMicros()));
        return exact.bitLength() < Long.SIZE ? (Number) exact.longValue() : exact;
    }
}
