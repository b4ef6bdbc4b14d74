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
    private final UploadCounters tally = new UploadCounters();

    @TempDir
    Path folder;

    private BatchScheduler desk(int largest) {
        return new BatchScheduler(backlog, tally, new DeadLetterFile(folder.resolve("poison.jsonl")), largest);
    }

    private static List<Long> sequences(BatchAttempt flight) {
        return flight.batch.records().stream().map(SequencedRecord::sequence).toList();
    }

    /** Sends one after another, with an outage after each failure. */
    private void sendAll(BatchScheduler desk, int most, boolean dropped) {
        for (int i = 0; i < most && backlog.pending().records() > 0; i++) {
            BatchAttempt flight = desk.next(0, false);
            if (flight == null) {
                backlog.put(1);
            } else if (sequences(flight).contains(37L)) {
                desk.later(flight, "lost", dropped);
                desk.giveBack();
                assertThat(backlog.taken()).isZero();
            } else {
                desk.accepted(flight);
                backlog.put(1); // life goes on
            }
        }
    }

    @Test
    @Announces("record 37 of type obd.rpm is taken by nobody")
    void whatWasLearnedOfABatchOutlivesItsReturn() {
        backlog.put(100);
        sendAll(desk(20), 1_000, true);
        assertThat(backlog.discarded()).containsExactly(37L);
        assertThat(backlog.delivered).doesNotContain(37L).contains(36L, 38L);
    }

    @Test
    void aRecordThatOnlyHasToComeLaterIsNeverSetAside() {
        backlog.put(100);
        sendAll(desk(20), 1_000, false);
        assertThat(backlog.discarded()).isEmpty();
        assertThat(backlog.delivered).contains(1L, 36L, 38L, 100L).doesNotContain(37L);
    }

    @Test
    @Announces("record 1 of type obd.rpm is taken by nobody")
    void aRecordThatIsTooLargeAloneMakesOtherBatchesNoSmaller() {
        BatchScheduler desk = desk(10);
        backlog.put(1);
        for (int i = 0; i < 3; i++) {
            assertThat(backlog.discarded()).isEmpty();
            desk.tooLarge(desk.next(0, false));
            desk.tooLarge(desk.next(0, false)); // twice in a row, it is not chance
            backlog.put(10);
            BatchAttempt others = desk.next(0, false);
            assertThat(others.size()).isEqualTo(10);
            desk.accepted(others);
        }
        assertThat(backlog.discarded()).containsExactly(1L);
    }
}
