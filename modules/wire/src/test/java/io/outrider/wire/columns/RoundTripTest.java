package io.outrider.wire.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class RoundTripTest {
    private static final int BATCHES = 1_500;

    private final ColumnarRecordCodec diskCodec = new ColumnarRecordCodec();
    private final BatchCodec batchCodec = new BatchCodec();

    private static SequencedRecord record(long sequence, Map<String, Object> fields) {
        Timestamp at = new Timestamp(1_700_000_000_000_000L + sequence * 1_000_000, sequence, true);
        return new SequencedRecord(sequence, new TelemetryRecord("obd.rpm", at, fields, Priority.NORMAL));
    }

    private void assertRoundTrip(List<SequencedRecord> records) throws IOException {
        BatchCodec.Rows rows = batchCodec.decode(batchCodec.encode("unit-1", new Batch("boot-1", true, records)));
        assertThat(rows.unit()).isEqualTo("unit-1");
        assertThat(rows.boot()).isEqualTo("boot-1");
        assertThat(rows.rows().stream().map(BatchCodec.BatchRow::sequence))
                .isEqualTo(records.stream().map(SequencedRecord::sequence).toList());
        assertThat(rows.rows().stream()
                        .map(each -> JsonRows.comparable(each.row()))
                        .toList())
                .isEqualTo(JsonRows.rows(records));
        List<SequencedRecord> unpacked = diskCodec.unpack(diskCodec.pack(records));
        assertThat(JsonRows.rows(unpacked)).isEqualTo(JsonRows.rows(records));
        for (int i = 0; i < records.size(); i++) {
            assertThat(unpacked.get(i).sequence()).isEqualTo(records.get(i).sequence());
            assertThat(unpacked.get(i).record().at())
                    .isEqualTo(records.get(i).record().at());
            assertThat(unpacked.get(i).record().priority())
                    .isEqualTo(records.get(i).record().priority());
        }
    }

    @Test
    void randomRecordsRoundTripInTheirOrder() throws IOException {
        long first = System.nanoTime(); // others each time
        for (long seed = first; seed < first + BATCHES; seed++) {
            List<SequencedRecord> records = new RandomRecords(new Random(seed)).some(seed % 100 == 0 ? 300 : 20);
            try {
                assertRoundTrip(records);
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void hugeTextsRoundTrip() throws IOException {
        assertRoundTrip(List.of(record(1, Map.of("value", "漢".repeat(1_000_000))), record(2, Map.of("value", ""))));
    }

    @Test
    void deepNestingRoundTrips() throws IOException {
        Object maps = 1;
        Object lists = 1.0;
        for (int i = 0; i < 490; i++) {
            maps = Map.of("in", maps);
            lists = List.of(lists);
        }
        assertRoundTrip(List.of(record(1, Map.of("maps", maps, "lists", lists)), record(2, Map.of("maps", 1))));
    }

    @Test
    void valuesOfNoJsonTypeAreEncodedAsText() throws IOException {
        List<SequencedRecord> records = List.of(record(1, Map.of("value", Double.NaN, "text", Priority.HIGH)));
        assertThat(diskCodec.unpack(diskCodec.pack(records)).get(0).record().fields())
                .containsEntry("value", "NaN")
                .containsEntry("text", "HIGH");
    }

    @Test
    void aRecordWithoutMembersRoundTrips() throws IOException {
        assertRoundTrip(List.of(record(1, Map.of()), record(2, Map.of("loc", Map.of())), record(3, Map.of())));
    }

    @Test
    void nullsRoundTrip() throws IOException {
        assertRoundTrip(List.of(
                record(1, Collections.singletonMap("value", null)), record(2, Collections.singletonMap("value", 3))));
    }

    private void assertValuesRoundTrip(Object... values) throws IOException {
        List<SequencedRecord> records = new ArrayList<>();
        for (Object each : values) {
            records.add(record(records.size() + 1, Map.of("value", each)));
        }
        assertRoundTrip(records);
    }

    private static Object[] times(int count, double step, double over) {
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = (i * 37 % 256 - 30) * step / over;
        }
        return values;
    }

    @Test
    void multiplesOfAStepRoundTrip() throws IOException {
        assertValuesRoundTrip(times(200, 1, 4));
        assertValuesRoundTrip(times(200, 25, 1));
        assertValuesRoundTrip(times(200, 100, 128));
        assertValuesRoundTrip(times(200, 2, 65_536));
        assertValuesRoundTrip(times(200, 1L << 44, 1));
        assertValuesRoundTrip(1_000_000_000_000L, 3_000_000_000_000L, -7_000_000_000_000L);
        assertValuesRoundTrip(1L << 58, -(1L << 58), 0, 1L << 57);
        assertValuesRoundTrip(Long.MIN_VALUE, 0L, Long.MAX_VALUE);
    }

    @Test
    void sharesOf255RoundTripToTheLastBit() throws IOException {
        assertValuesRoundTrip(times(300, 100, 255));
        assertValuesRoundTrip(100 / 255.0, Math.nextUp(200 / 255.0), 300 / 255.0);
        assertValuesRoundTrip(100 / 255.0, 200 / 255.0, -0.0, 0.0);
        assertValuesRoundTrip(100 / 255.0, -100 / 255.0, (1L << 46) * 100 / 255.0, 0.1);
        assertValuesRoundTrip(100 / 255.0, 9e15, 1e300, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE);
        assertValuesRoundTrip(100 / 255.0, Double.MIN_NORMAL, 3 * Double.MIN_VALUE);
    }

    @Test
    void doublesWithoutAStepRoundTrip() throws IOException {
        assertValuesRoundTrip(0.25, -0.0, 0.5, 0.75);
        assertValuesRoundTrip(-0.0, 0.0);
        assertValuesRoundTrip(0x1p53, 0x1p53 + 2, 0x1p60, -0x1p60);
        assertValuesRoundTrip(1e-300, 1e300, Double.MIN_VALUE, 4.9e-323, 0.1);
    }

    @Test
    void timestampsFarApartAndDescendingRoundTrip() throws IOException {
        List<SequencedRecord> records = new ArrayList<>();
        long[] at = {5, Long.MAX_VALUE, Long.MIN_VALUE, 5, -3_000_000, 5, 499_999, 500_000, Long.MIN_VALUE, 0};
        for (int i = 0; i < at.length * 5; i++) {
            Timestamp timestamp = new Timestamp(at[i % at.length], 0, true);
            records.add(new SequencedRecord(
                    i, new TelemetryRecord("t." + i % 3, timestamp, Map.of("value", i), Priority.LOW)));
        }
        assertRoundTrip(records);
    }

    @Test
    void recordsBeyondTheLimitsAreRejectedAndNotTruncated() {
        List<SequencedRecord> records = new ArrayList<>();
        for (int i = 1; i <= SizeBudget.RECORDS + 1; i++) {
            records.add(record(i, Map.of("value", i)));
        }
        assertThatThrownBy(() -> diskCodec.pack(records))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("20000");
        List<Integer> tooLong = Collections.nCopies(SizeBudget.VALUES, 1);
        assertThatThrownBy(() -> diskCodec.pack(List.of(record(1, Map.of("value", tooLong)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("values");
    }

    @Test
    void theLargestWrittenBatchIsReadable() throws IOException {
        List<SequencedRecord> records = new ArrayList<>();
        Random random = new Random(1);
        for (int i = 1; i <= SizeBudget.RECORDS; i++) {
            records.add(record(i, Map.of("value", i % 7 / 4.0, "list", List.of(random.nextInt(), "a"))));
        }
        assertThat(diskCodec.unpack(diskCodec.pack(records))).hasSize(SizeBudget.RECORDS);
    }

    /** Worst cases of the order and of the timestamp columns. */
    @ParameterizedTest
    @ValueSource(strings = {"backwards", "simultaneous", "apart"})
    void recordsWithoutCommonShapesAreEncodedInSeconds(String timestamps) {
        List<SequencedRecord> records = new ArrayList<>();
        for (int i = 0; i < SizeBudget.RECORDS; i++) {
            long micros = timestamps.equals("backwards") ? -i : timestamps.equals("apart") ? i * 7_777_777L : 0;
            records.add(new SequencedRecord(
                    i,
                    new TelemetryRecord("t." + i, new Timestamp(micros, micros, true), Map.of("v", 1), Priority.LOW)));
        }
        Assertions.assertTimeout(
                Duration.ofSeconds(20),
                () -> assertThat(diskCodec.unpack(diskCodec.pack(records))).isEqualTo(records));
    }

    @Test
    void theFirstByteMarksCompressionAndPlainJsonIsReadableToo() throws IOException {
        byte[] payload = batchCodec.encode("u", new Batch("b", true, List.of(record(5, Map.of("value", 1)))));
        assertThat(payload).startsWith(0x78);
        byte[] plain = Zlib.decompress(payload);
        assertThat(new String(plain, StandardCharsets.UTF_8)).startsWith("{\"columns\":1,");
        assertThat(batchCodec.decode(plain).rows().get(0).sequence()).isEqualTo(5);
    }
}
