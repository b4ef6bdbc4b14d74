package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonGenerator;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Columnar encoder of records, for MQTT or for the disk. */
final class ColumnarWriter {
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
                try (JsonGenerator to = JsonValues.FACTORY.createGenerator(out)) {
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
        to.writeNumberField("m", shared.columnOf()[index]);
        column(to, "at", records, timestamps::indexOf, budget);
        if (!records.stream().allMatch(each -> each.record().at().trusted())) {
            column(to, "trusted", records, each -> each.record().at().trusted(), budget);
        }
        if (forDisk) {
            column(to, "since", records, each -> clockOffset(each.record().at()), budget);
            column(to, "priority", records, each -> each.record().priority().name(), budget);
        }
        to.writeFieldName("row");
        group.write(to, budget);
        to.writeEndObject();
    }

    private static void column(
            JsonGenerator to,
            String name,
            List<SequencedRecord> records,
            Function<SequencedRecord, Object> value,
            SizeBudget budget)
            throws IOException {
        to.writeFieldName(name);
        Column.write(to, records.stream().map(value).toList(), budget);
    }

    /** Start of the monotonic clock, which rarely changes. */
    private static Number clockOffset(Timestamp at) {
        BigInteger exact = BigInteger.valueOf(at.micros()).subtract(BigInteger.valueOf(at.upMicros()));
        return exact.bitLength() < Long.SIZE ? (Number) exact.longValue() : exact;
    }
}
