package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import io.outrider.wire.SequencedRecord;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchSchedulerTest {
    private final MemoryBacklog backlog = new MemoryBacklog();
    private final UploadCounters counters = new UploadCounters();

    @TempDir
    Path folder;

    private BatchScheduler scheduler(int largest) {
        return new BatchScheduler(backlog, counters, new DeadLetterFile(folder.resolve("poison.jsonl")), largest);
    }

    private static List<Long> sequences(BatchAttempt attempt) {
        return attempt.batch.records().stream().map(SequencedRecord::sequence).toList();
    }

    /** Sends batches one by one, with an outage after each failure. */
    private void sendAll(BatchScheduler scheduler, int most, boolean dropped) {
        for (int i = 0; i < most && backlog.pending().records() > 0; i++) {
            BatchAttempt attempt = scheduler.next(0, false);
            if (attempt == null) {
                backlog.put(1);
            } else if (sequences(attempt).contains(37L)) {
                scheduler.transientFailure(attempt, "lost", dropped);
                scheduler.returnAll();
                assertThat(backlog.inFlight()).isZero();
            } else {
                scheduler.accepted(attempt);
                backlog.put(1);
            }
        }
    }

    @Test
    @Announces("record 37 \\(obd.rpm\\) rejected")
    void failureHistoryOutlivesTheReturnOfABatch() {
        backlog.put(100);
        sendAll(scheduler(20), 1_000, true);
        assertThat(backlog.discarded()).containsExactly(37L);
        assertThat(backlog.delivered).doesNotContain(37L).contains(36L, 38L);
    }

    @Test
    void aRecordThatFailsTransientlyIsNeverMovedToTheDeadLetters() {
        backlog.put(100);
        sendAll(scheduler(20), 1_000, false);
        assertThat(backlog.discarded()).isEmpty();
        assertThat(backlog.delivered).contains(1L, 36L, 38L, 100L).doesNotContain(37L);
    }

    @Test
    @Announces("record 1 \\(obd.rpm\\) rejected")
    void aRecordTooLargeAloneDoesNotLimitOtherBatches() {
        BatchScheduler scheduler = scheduler(10);
        backlog.put(1);
        for (int i = 0; i < 3; i++) {
            assertThat(backlog.discarded()).isEmpty();
            scheduler.tooLarge(scheduler.next(0, false));
            scheduler.tooLarge(scheduler.next(0, false)); // second rejection of the round
            backlog.put(10);
            BatchAttempt others = scheduler.next(0, false);
            assertThat(others.size()).isEqualTo(10);
            scheduler.accepted(others);
        }
        assertThat(backlog.discarded()).containsExactly(1L);
    }
}
