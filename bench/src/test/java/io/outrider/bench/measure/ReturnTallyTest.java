package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReturnTallyTest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private final ReturnTally tally = new ReturnTally(List.of("a", "b", "c"));

    private void returned(String... jids) {
        List.of(jids).forEach(tally::returned);
    }

    @Test
    void oneReturnEachInAnyOrderIsExact() throws Exception {
        returned("c", "a", "b");
        assertThat(tally.await(0)).isTrue();
        assertThat(tally.isExact()).isTrue();
        assertThat(tally.text()).isEqualTo("3 commands: 0 without a return, 0 with several, 0 rejected, 0 unknown");
    }

    @Test
    void aMissingOneIsWaitedForAndThenMissed() throws Exception {
        returned("a", "c");
        assertThat(tally.await(TimeUnit.MILLISECONDS.toNanos(20))).isFalse();
        assertThat(tally.isExact()).isFalse();
        assertThat(tally.text()).contains("1 without a return");
    }

    @Test
    void aDoubleDoesNotStandForAMissingOne() throws Exception {
        returned("a", "a", "b");
        assertThat(tally.await(0)).isFalse();
        assertThat(tally.text()).contains("1 without a return, 1 with several");
    }

    @Test
    void aDoubleIsSeenThoughNoneIsMissing() throws Exception {
        returned("a", "b", "c", "b", "b");
        assertThat(tally.await(0)).isTrue();
        assertThat(tally.isExact()).isFalse();
        assertThat(tally.text()).contains("0 without a return, 1 with several");
    }

    @Test
    void aRejectionIsSeenThoughAReturnCame() {
        returned("a", "b", "c");
        tally.rejected("b");
        assertThat(tally.isExact()).isFalse();
        assertThat(tally.text()).contains("1 rejected");
    }

    @Test
    void aReturnNobodyAskedForIsSeen() {
        returned("a", "b", "c", "d");
        assertThat(tally.isExact()).isFalse();
        assertThat(tally.text()).contains("1 unknown");
    }

    @Test
    void theWaitEndsWithTheLastReturn() throws Exception {
        Thread other = new Thread(() -> returned("a", "b", "c"), "returns");
        long begun = System.nanoTime();
        other.start();
        assertThat(tally.await(PATIENCE)).isTrue();
        assertThat(System.nanoTime() - begun).isLessThan(PATIENCE);
        other.join();
    }
}
