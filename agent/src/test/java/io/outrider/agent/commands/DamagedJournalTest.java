package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.log.LogBuffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Journal files that differ from what was synced. */
class DamagedJournalTest {
    @TempDir
    Path data;

    /** Damage to a journal file. */
    enum JournalHarm {
        ZEROS,
        RANDOM_BYTES,
        EMPTIED,
        LAST_ENTRY_CUT,
        REMOVED
    }

    private Path file() {
        return data.resolve("jobs/0000000000000001.log");
    }

    private Journal open() throws IOException {
        return new Journal(data.resolve("jobs"), Journal.Bounds.USUAL, Clock.systemUTC());
    }

    private static JournalEntry.Accepted accepted(String jid) {
        return new JournalEntry.Accepted(jid, 1, true, "{\"fun\":\"test.ping\"}".getBytes(StandardCharsets.UTF_8));
    }

    private void harm(JournalHarm harm) throws IOException {
        byte[] bytes = Files.readAllBytes(file());
        switch (harm) {
            case ZEROS -> Files.write(file(), new byte[bytes.length]);
            case RANDOM_BYTES -> {
                new Random(5).nextBytes(bytes);
                Files.write(file(), bytes);
            }
            case EMPTIED -> Files.write(file(), new byte[0]);
            case LAST_ENTRY_CUT -> Files.write(file(), Arrays.copyOf(bytes, bytes.length - 1));
            default -> Files.delete(file());
        }
    }

    @ParameterizedTest
    @EnumSource(JournalHarm.class)
    void lostSyncedEntriesAreReportedOnce(JournalHarm harm) throws IOException {
        try (Journal journal = open()) {
            journal.append(List.of(accepted("1")));
            journal.append(List.of(accepted("2")));
        }
        harm(harm);
        try (Journal journal = open()) {
            assertThat(journal.damaged()).isEqualTo(1);
            assertThat(journal.damages()).singleElement().asString().startsWith("0000000000000001.log ");
            journal.append(List.of(accepted("3")));
        }
        try (Journal journal = open()) {
            assertThat(journal.damaged()).isZero();
            assertThat(journal.stage("3")).isEqualTo(Journal.Stage.ACCEPTED);
        }
    }

    @Test
    void unsyncedEntriesMayBeLostInAPowerCut() throws IOException {
        long forced;
        try (Journal journal = open()) {
            journal.append(List.of(accepted("1")));
            forced = Files.size(file());
            journal.appendUnsynced(List.of(new JournalEntry.Invoked("1")));
        }
        Files.write(file(), Arrays.copyOf(Files.readAllBytes(file()), (int) forced + 3));
        try (Journal journal = open()) {
            assertThat(journal.damaged()).isZero();
        }
    }

    @Test
    void aJournalOfAnOlderVersionIsReadable() throws IOException {
        try (Journal journal = open()) {
            journal.append(List.of(accepted("1")));
        }
        Files.delete(data.resolve("jobs.watermark"));
        try (Journal journal = open()) {
            assertThat(journal.damaged()).isZero();
            assertThat(journal.stage("1")).isEqualTo(Journal.Stage.ACCEPTED);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anUnusableWatermarkFileIsReported(boolean isFolder) throws IOException {
        Path jobs = data.resolve("jobs");
        try (JobsUnit unit = new JobsUnit(jobs).started()) {
            unit.send("1", "t.echo", 7);
            unit.broker.reply("1");
        }
        Path watermark = data.resolve("jobs.watermark");
        byte[] noise = new byte[(int) Files.size(watermark)];
        new Random(3).nextBytes(noise);
        Files.delete(watermark);
        if (isFolder) {
            Files.createDirectory(watermark);
        } else {
            Files.write(watermark, noise);
        }
        try (LogBuffer log = LogBuffer.attach();
                JobsUnit unit = new JobsUnit(jobs).started()) {
            unit.send("2", "t.echo", 8);
            unit.broker.reply("2");
            unit.broker.await(() -> log.lines().stream()
                    .anyMatch(line ->
                            line.logger().equals("jobs") && line.message().startsWith("The watermark " + watermark)));
            assertThat(unit.jobs.health().problems())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "The watermark " + watermark + (isFolder ? " cannot be written" : " could not be used"));
        }
    }

    @Test
    void theUnitStartsAndReportsTheDamage() throws IOException {
        Path jobs = data.resolve("jobs");
        try (JobsUnit unit = new JobsUnit(jobs).started()) {
            unit.send("1", "t.echo", 7);
            unit.broker.reply("1");
        }
        harm(JournalHarm.RANDOM_BYTES);
        try (JobsUnit unit = new JobsUnit(jobs).started()) {
            assertThat(unit.jobs.health().problems())
                    .singleElement()
                    .asString()
                    .contains("0000000000000001.log", "may be run again or stay unanswered", "check the disk");
            unit.send("2", "t.echo", 8);
            assertThat(unit.broker.reply("2").path("return").asInt()).isEqualTo(8);
        }
    }
}
