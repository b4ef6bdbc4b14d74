package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.SegmentFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retention of journal entries. */
class JournalTest {
    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");
    private static final Journal.Bounds SMALL = new Journal.Bounds(2_000, 40_000, 10_000, 20, Duration.ofDays(14));

    @TempDir
    Path data;

    private Journal open(Duration later) throws IOException {
        return new Journal(data.resolve("jobs"), SMALL, Clock.fixed(START.plus(later), ZoneOffset.UTC));
    }

    private static void writeEndedJob(Journal journal, String jid, boolean sent) throws IOException {
        journal.append(List.of(accepted(jid)));
        journal.append(List.of(new JournalEntry.Claimed(jid, "boot-1")));
        journal.append(List.of(new JournalEntry.Ended(jid, START.toEpochMilli(), reply(jid))));
        if (sent) {
            journal.append(List.of(new JournalEntry.Sent(jid)));
        }
    }

    private static JournalEntry.Accepted accepted(String jid) {
        return new JournalEntry.Accepted(
                jid, START.toEpochMilli(), true, ("{\"fun\":\"" + jid + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    private static Reply reply(String jid) {
        return new Reply(Reply.RETURN, ("{\"jid\":\"" + jid + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void unsyncedEntriesSurviveACrashOfTheProcess() throws IOException {
        try (Journal journal = open(Duration.ZERO)) {
            journal.append(List.of(accepted("a"), accepted("b"), accepted("c")));
            journal.append(List.of(new JournalEntry.Claimed("a", "boot-1"), new JournalEntry.Claimed("b", "boot-2")));
            journal.appendUnsynced(List.of(new JournalEntry.Invoked("b")));
            journal.appendUnsynced(List.of(new JournalEntry.Ended("c", 1, reply("c"))));
            journal.appendUnsynced(List.of(new JournalEntry.Sent("c")));
        }
        try (Journal journal = open(Duration.ZERO)) {
            assertThat(journal.jobsAt(Journal.Stage.CLAIMED)).containsExactly("a");
            assertThat(journal.boot("a")).isEqualTo("boot-1");
            assertThat(journal.jobsAt(Journal.Stage.INVOKED)).containsExactly("b");
            assertThat(journal.stage("c")).isEqualTo(Journal.Stage.SENT);
            journal.append(List.of(new JournalEntry.Claimed("a", "boot-3"), new JournalEntry.Claimed("b", "boot-3")));
            assertThat(journal.boot("a")).isEqualTo("boot-3");
            assertThat(journal.stage("b")).as("never back").isEqualTo(Journal.Stage.INVOKED);
        }
    }

    @Test
    void aJobIsAtTheSameStageAfterReopening() throws IOException {
        try (Journal journal = open(Duration.ZERO)) {
            journal.append(
                    List.of(accepted("a"), accepted("b"), new JournalEntry.Claimed("b", "boot-1"), accepted("c")));
            journal.append(List.of(new JournalEntry.Ended("c", 1, reply("c"))));
            writeEndedJob(journal, "d", true);
        }
        try (Journal journal = open(Duration.ZERO)) {
            assertThat(journal.jobsAt(Journal.Stage.ACCEPTED)).containsExactly("a");
            assertThat(journal.jobsAt(Journal.Stage.CLAIMED)).containsExactly("b");
            assertThat(journal.jobsAt(Journal.Stage.ENDED)).containsExactly("c");
            assertThat(journal.stage("d")).isEqualTo(Journal.Stage.SENT);
            assertThat(journal.stage("e")).isNull();
            assertThat(journal.reply("d").payload()).isEqualTo(reply("d").payload());
            assertThat(new String(journal.accepted("a").command(), StandardCharsets.UTF_8))
                    .isEqualTo("{\"fun\":\"a\"}");
            assertThat(journal.damaged()).isZero();
        }
    }

    @Test
    void recentJobsAreKept() throws IOException {
        try (Journal journal = open(Duration.ofDays(13))) {
            for (int i = 0; i < 200; i++) {
                writeEndedJob(journal, "j" + i, true);
            }
            journal.tidy();
            assertThat(journal.jobsAt(Journal.Stage.SENT)).hasSize(200);
        }
    }

    @Test
    void oldJobsAreForgottenExceptTheLastOnes() throws IOException {
        try (Journal journal = open(Duration.ofDays(366))) {
            for (int i = 0; i < 200; i++) {
                writeEndedJob(journal, "j" + i, true);
            }
            long before = journal.bytes();
            journal.tidy();
            assertThat(journal.stage("j0")).isNull();
            assertThat(journal.jobsAt(Journal.Stage.SENT))
                    .hasSizeBetween(20, 60)
                    .contains("j180", "j199");
            assertThat(journal.bytes()).isLessThan(before / 3);
        }
    }

    @Test
    void unfinishedAndUnsentJobsAreNeverForgotten() throws IOException {
        try (Journal journal = open(Duration.ofDays(366))) {
            journal.append(List.of(accepted("waits"), accepted("runs"), new JournalEntry.Claimed("runs", "boot-1")));
            writeEndedJob(journal, "unsent", false);
            for (int i = 0; i < 200; i++) {
                writeEndedJob(journal, "j" + i, true);
            }
            journal.tidy();
            assertThat(journal.stage("j0")).isNull();
            assertThat(journal.reply("unsent").payload())
                    .isEqualTo(reply("unsent").payload());
        }
        try (Journal journal = open(Duration.ofDays(366))) {
            assertThat(journal.jobsAt(Journal.Stage.ACCEPTED)).containsExactly("waits");
            assertThat(journal.jobsAt(Journal.Stage.CLAIMED)).containsExactly("runs");
            assertThat(journal.jobsAt(Journal.Stage.ENDED)).containsExactly("unsent");
            assertThat(new String(journal.accepted("runs").command(), StandardCharsets.UTF_8))
                    .contains("runs");
        }
    }

    @Test
    void aCancelIsKeptUntilTheJobHasEnded() throws IOException {
        try (Journal journal = open(Duration.ofDays(366))) {
            journal.append(List.of(accepted("waits"), accepted("other"), accepted("ends")));
            fill(journal, "a");
            journal.append(List.of(new JournalEntry.Cancelled("waits"), new JournalEntry.Cancelled("ends")));
            for (String each : List.of("b", "c", "d")) {
                fill(journal, each);
                journal.tidy();
            }
            journal.append(List.of(new JournalEntry.Ended("ends", START.toEpochMilli(), reply("ends"))));
            assertThat(journal.stage("b0"))
                    .as("the segment of the notes has gone")
                    .isNull();
        }
        try (Journal journal = open(Duration.ofDays(366))) {
            assertThat(journal.isCancelled("waits")).isTrue();
            assertThat(journal.isCancelled("other")).isFalse();
            assertThat(journal.isCancelled("ends")).isFalse();
            assertThat(journal.jobsAt(Journal.Stage.ACCEPTED)).containsExactlyInAnyOrder("waits", "other");
            assertThat(journal.damaged()).isZero();
        }
    }

    @Test
    void aFullJournalForgetsTheOldestFirst() throws IOException {
        try (Journal journal = open(Duration.ZERO)) {
            for (int i = 0; i < 1_000; i++) {
                writeEndedJob(journal, "j" + i, true);
            }
            assertThat(journal.isFull()).isTrue();
            journal.tidy();
            assertThat(journal.isFull()).isFalse();
            assertThat(journal.bytes()).isBetween(30_000L, 40_000L);
            assertThat(journal.stage("j0")).isNull();
            assertThat(journal.stage("j999")).isEqualTo(Journal.Stage.SENT);
        }
    }

    @Test
    void theFullIndexTakesAFewMegabytesOfMemory() throws IOException {
        try (Journal journal = new Journal(data.resolve("jobs"), Journal.Bounds.USUAL, Clock.systemUTC())) {
            long before = used();
            int jobs = 0;
            while (!journal.isFull()) {
                List<JournalEntry> batch = new ArrayList<>();
                for (int i = 0; i < 1_000; i++, jobs++) {
                    String jid = "%020d".formatted(jobs);
                    batch.add(new JournalEntry.Ended(jid, START.toEpochMilli(), reply(jid)));
                    batch.add(new JournalEntry.Sent(jid));
                }
                journal.append(batch);
            }
            assertThat(jobs).isGreaterThan(10_000);
            assertThat(used() - before).isLessThan(6L << 20);
            journal.tidy();
            assertThat(journal.isFull()).isFalse();
            assertThat(journal.stage("%020d".formatted(jobs - 1))).isEqualTo(Journal.Stage.SENT);
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void aJournalFullOfUnsentRepliesIsNotCopied() throws IOException {
        try (Journal journal = open(Duration.ZERO)) {
            for (int i = 0; i < 1_000; i++) {
                journal.append(List.of(new JournalEntry.Ended("j" + i, START.toEpochMilli(), reply("j" + i))));
            }
            long before = journal.bytes();
            journal.tidy();
            assertThat(journal.bytes()).isEqualTo(before);
            assertThat(journal.isFull()).isTrue();
            assertThat(journal.jobsAt(Journal.Stage.ENDED))
                    .hasSize(1_000)
                    .startsWith("j0")
                    .endsWith("j999");
        }
    }

    /** Disk that runs an action once while the journal reads. */
    private static Disk during(AtomicReference<Runnable> read) {
        return new Disk() {
            @Override
            public SegmentFile open(Path path) throws IOException {
                return Disk.SYSTEM.open(path);
            }

            @Override
            public byte[] read(Path path, long offset, int most) throws IOException {
                Runnable now = read.getAndSet(null);
                if (now != null) {
                    now.run();
                }
                return Disk.SYSTEM.read(path, offset, most);
            }
        };
    }

    private static void fill(Journal journal, String prefix) {
        try {
            for (int i = 0; i < 60; i++) {
                writeEndedJob(journal, prefix + i, true);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aJobClaimedWhileItsSegmentIsCopiedKeepsItsStage() throws IOException {
        AtomicReference<Runnable> during = new AtomicReference<>();
        Clock clock = Clock.fixed(START.plus(Duration.ofDays(366)), ZoneOffset.UTC);
        try (Journal journal = new Journal(data.resolve("jobs"), SMALL, clock, during(during))) {
            journal.append(List.of(accepted("first")));
            journal.append(List.of(accepted("second")));
            fill(journal, "a");
            AtomicReference<Runnable> begins = new AtomicReference<>(() -> {
                try {
                    journal.append(List.of(new JournalEntry.Claimed("first", "boot-1")));
                    journal.appendUnsynced(List.of(new JournalEntry.Invoked("first")));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                fill(journal, "b"); // so that the copy goes to a later segment
            });
            during.set(() -> during.set(begins.get())); // at the second read: at the first the stage is not copied yet
            journal.tidy();
            assertThat(during).as("it came to that").hasValue(null);
            fill(journal, "c");
            journal.tidy();
            assertThat(journal.stage("b0"))
                    .as("the segment of its notes has gone")
                    .isNull();
            journal.append(List.of(accepted("more")));
        }
        try (Journal journal = open(Duration.ofDays(366))) {
            assertThat(journal.jobsAt(Journal.Stage.INVOKED)).containsExactly("first");
            assertThat(journal.jobsAt(Journal.Stage.ACCEPTED)).containsExactlyInAnyOrder("second", "more");
        }
    }
}
