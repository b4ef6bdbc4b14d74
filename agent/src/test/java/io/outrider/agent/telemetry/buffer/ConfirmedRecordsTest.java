package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.telemetry.buffer.Backlog.Order;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Detection of records that were forced to the disk and are missing at the next start. */
class ConfirmedRecordsTest {
    private static final int RECORDS = 100;

    @TempDir
    Path data;

    private final FixedTime time = new FixedTime();
    private final Random random = new Random(11);

    /** Damage to the only file with records. */
    enum LogDamage {
        ZEROS,
        RANDOM_BYTES,
        EMPTIED,
        CUT_IN_THE_MIDDLE,
        SECOND_HALF_ZEROS,
        REMOVED,
        LOG_REMOVED,
        BUFFER_REMOVED
    }

    private Buffer open(String boot) {
        return new Buffer(
                data.resolve("buffer"), BufferTest.SMALL, 1_000, new DeflatedRows(), boot, random, time, Disk.SYSTEM);
    }

    private void fill(Buffer buffer, int records) {
        for (int i = 0; i < records; i++) {
            buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", i), Priority.NORMAL)));
        }
        buffer.maintain();
    }

    /** Leaves the files as a killed process would, by a copy made before the close. */
    private void kill(Buffer buffer) throws IOException {
        Path copy = data.resolve("copy");
        copy(data.resolve("buffer"), copy.resolve("buffer"));
        Files.copy(data.resolve("buffer.watermark"), copy.resolve("buffer.watermark"));
        buffer.close();
        remove(data.resolve("buffer"));
        Files.delete(data.resolve("buffer.watermark"));
        Files.move(copy.resolve("buffer"), data.resolve("buffer"));
        Files.move(copy.resolve("buffer.watermark"), data.resolve("buffer.watermark"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : (Iterable<Path>) all::iterator) {
                Path target = to.resolve(from.relativize(each).toString());
                Files.createDirectories(target.getParent());
                Files.copy(each, target);
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(each);
            }
        }
    }

    private void damage(LogDamage damage) throws IOException {
        Path file = data.resolve("buffer/fresh/0000000000000001.log");
        byte[] bytes = Files.readAllBytes(file);
        switch (damage) {
            case ZEROS -> Files.write(file, new byte[bytes.length]);
            case RANDOM_BYTES -> {
                random.nextBytes(bytes);
                Files.write(file, bytes);
            }
            case EMPTIED -> Files.write(file, new byte[0]);
            case CUT_IN_THE_MIDDLE -> Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
            case SECOND_HALF_ZEROS -> {
                Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0);
                Files.write(file, bytes);
            }
            case REMOVED -> Files.delete(file);
            case LOG_REMOVED -> remove(data.resolve("buffer/fresh"));
            default -> remove(data.resolve("buffer"));
        }
    }

    private static List<SequencedRecord> drain(Buffer buffer) {
        List<SequencedRecord> all = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            buffer.maintain();
            for (Batch batch = buffer.take(Order.OLDEST, 500); batch != null; batch = buffer.take(Order.OLDEST, 500)) {
                all.addAll(batch.records());
                buffer.delivered(batch);
            }
        }
        return all;
    }

    private static List<Map<String, Object>> losses(List<SequencedRecord> records) {
        return records.stream()
                .filter(each -> each.record().type().equals("agent.loss"))
                .map(each -> each.record().fields())
                .toList();
    }

    private static double damagedPlaces(Buffer buffer) {
        return buffer.health().metrics().stream()
                .filter(each -> each.name().equals("buffer_damaged_total"))
                .mapToDouble(each -> each.value())
                .sum();
    }

    @ParameterizedTest
    @EnumSource(LogDamage.class)
    void missingRecordsAreCountedAndReported(LogDamage damage) throws IOException {
        Buffer before = open("boot");
        fill(before, RECORDS);
        String run = PeekedRecords.of(before, 0, 1).size() == 1 ? runOf(before) : "";
        kill(before);
        damage(damage);
        try (Buffer buffer = open("boot")) {
            assertThat(buffer.health().problems())
                    .singleElement()
                    .asString()
                    .contains(
                            "damaged",
                            "records lost",
                            "fresh",
                            data.resolve("buffer").toString());
            assertThat(damagedPlaces(buffer)).isEqualTo(1);
            List<SequencedRecord> all = drain(buffer);
            assertThat(losses(all))
                    .singleElement()
                    .satisfies(loss -> assertThat(loss)
                            .containsEntry("reason", "damaged")
                            .containsEntry("boot", run)
                            .containsEntry("to_seq", RECORDS));
            int lost = ((Number) losses(all).get(0).get("count")).intValue();
            assertThat(all).hasSize(RECORDS - lost + 1);
            assertThat(losses(all).get(0)).containsEntry("from_seq", RECORDS - lost + 1);
        }
        try (Buffer buffer = open("boot")) {
            assertThat(drain(buffer)).as("reported once").isEmpty();
            assertThat(buffer.health().problems()).isEmpty();
        }
    }

    private static String runOf(Buffer buffer) {
        Batch batch = buffer.take(Order.OLDEST, 1);
        buffer.returned(batch);
        return batch.runId();
    }

    @Test
    void deliveredRecordsAreNotCountedAsMissing() throws IOException {
        Buffer before = open("boot");
        fill(before, RECORDS);
        before.delivered(before.take(Order.OLDEST, 30));
        before.delivered(before.take(Order.NEWEST, 20));
        kill(before);
        damage(LogDamage.REMOVED);
        try (Buffer buffer = open("boot")) {
            assertThat(losses(drain(buffer)))
                    .singleElement()
                    .satisfies(loss -> assertThat(loss).containsEntry("count", RECORDS - 50));
        }
    }

    @Test
    void aRemovedCompactedLogIsReported() throws IOException {
        Buffer before = open("boot");
        fill(before, 1_000);
        kill(before);
        assertThat(data.resolve("buffer/normal")).isNotEmptyDirectory();
        remove(data.resolve("buffer/normal"));
        try (Buffer buffer = open("boot")) {
            List<SequencedRecord> all = drain(buffer);
            int lost = ((Number) losses(all).get(0).get("count")).intValue();
            assertThat(lost).isPositive();
            assertThat(all).hasSize(1_000 - lost + 1);
            assertThat(buffer.health().problems()).singleElement().asString().contains("normal");
        }
    }

    @Test
    void nothingIsMissingAfterAFullDelivery() throws IOException {
        Buffer before = open("boot");
        fill(before, 1_000);
        drain(before);
        kill(before);
        remove(data.resolve("buffer"));
        try (Buffer buffer = open("boot")) {
            assertThat(drain(buffer)).isEmpty();
            assertThat(buffer.health().problems()).isEmpty();
        }
    }

    @Test
    void unforcedRecordsLostInAPowerCutAreNoDamage() throws IOException {
        Buffer before = open("boot");
        fill(before, 10);
        Path file = data.resolve("buffer/fresh/0000000000000001.log");
        long forced = Files.size(file);
        before.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", 1), Priority.NORMAL)));
        kill(before);
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) forced + 5));
        try (Buffer buffer = open("another boot")) {
            assertThat(buffer.health().problems()).isEmpty();
            List<SequencedRecord> all = drain(buffer);
            assertThat(all).hasSize(10 + 1);
            assertThat(losses(all))
                    .singleElement()
                    .satisfies(loss -> assertThat(loss)
                            .containsEntry("reason", "power_cut")
                            .containsEntry("from_seq", 11)
                            .doesNotContainKey("count"));
        }
    }

    @Test
    void aPowerCutIsReportedEvenIfTheActiveLogIsLost() throws IOException {
        Buffer before = open("boot");
        fill(before, RECORDS);
        kill(before);
        damage(LogDamage.ZEROS);
        try (Buffer buffer = open("another boot")) {
            assertThat(losses(drain(buffer)))
                    .extracting(loss -> loss.get("reason") + " " + loss.get("from_seq"))
                    .containsExactlyInAnyOrder("damaged 1", "power_cut " + (RECORDS + 1));
        }
    }

    @Test
    void aBufferWithoutWatermarksOpensWithoutDamage() throws IOException {
        Buffer before = open("boot");
        fill(before, 1_000);
        kill(before);
        Files.delete(data.resolve("buffer.watermark"));
        try (Buffer buffer = open("boot")) {
            assertThat(buffer.health().problems()).isEmpty();
            assertThat(drain(buffer)).hasSize(1_000);
        }
    }

    @Test
    void staleWatermarksOfAnOlderVersionAreIgnored() throws IOException {
        try (Buffer buffer = open("boot")) {
            fill(buffer, 1_000);
        }
        byte[] old = Files.readAllBytes(data.resolve("buffer.watermark"));
        try (Buffer older = open("boot")) {
            drain(older);
        }
        Files.write(data.resolve("buffer.watermark"), old);
        try (Buffer buffer = open("boot")) {
            assertThat(drain(buffer)).isEmpty();
            assertThat(buffer.health().problems()).isEmpty();
        }
    }

    @Test
    void moreGapsThanTheWatermarksHoldMakeTheCountUnknown() throws IOException {
        Buffer before = open("boot");
        fill(before, 1_000);
        List<Batch> batches = new ArrayList<>();
        for (Batch batch = before.take(Order.NEWEST, 1); batch != null; batch = before.take(Order.NEWEST, 1)) {
            batches.add(batch);
        }
        for (int i = 0; i < batches.size(); i += 2) {
            before.delivered(batches.get(i));
        }
        kill(before);
        remove(data.resolve("buffer"));
        try (Buffer buffer = open("boot")) {
            assertThat(losses(drain(buffer)))
                    .isNotEmpty()
                    .anySatisfy(loss ->
                            assertThat(loss).containsEntry("reason", "damaged").doesNotContainKey("count"));
            assertThat(buffer.health().problems()).singleElement().asString().contains("at least", "lost");
        }
    }
}
