package io.outrider.bench.car.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** With the time set by the test. */
class PacedFramesTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PacedFrames frames = PacedFrames.flowControlled(
            new IsoTpSegmenter(WireFrames.NORMAL, 0)
                    .segment(WireFrames.bytes(6 + 7 * 5))
                    .iterator(),
            0);

    private static FlowControl flow(int status, int blockSize, int separationTime) {
        return FlowControl.in(
                WireFrames.frame(0x7E0, String.format("%02X%02X%02X", 0x30 | status, blockSize, separationTime)), 0);
    }

    /** Number of frames sent until a time, polled every tenth of a millisecond. */
    private int sent(long from, long until) {
        int sent = 0;
        for (long now = from; now < until; now += MILLI / 10) {
            if (frames.next(now) != null) {
                sent++;
            }
        }
        return sent;
    }

    @Test
    void noFrameIsSentBeforeItsTime() {
        PacedFrames later = PacedFrames.flowControlled(
                new IsoTpSegmenter(WireFrames.NORMAL, 0)
                        .segment(WireFrames.bytes(3))
                        .iterator(),
                50 * MILLI);
        assertThat(later.next(50 * MILLI - 1)).isNull();
        assertThat(later.due()).isEqualTo(50 * MILLI);
        assertThat(later.next(50 * MILLI)).isNotNull();
        assertThat(later.isDone()).isTrue();
        assertThat(later.due()).isEqualTo(PacedFrames.NEVER);
    }

    @Test
    void firstFrameIsSentAtOnceAndTheRestWaitsForFlowControl() {
        assertThat(sent(0, 500 * MILLI)).isEqualTo(1);
        assertThat(frames.awaitsFlowControl()).isTrue();
        frames.accept(flow(0, 0, 0), 500 * MILLI);
        assertThat(sent(500 * MILLI, 510 * MILLI)).isEqualTo(5);
        assertThat(frames.isDone()).isTrue();
    }

    @Test
    void aBlockEndsWithAnotherWait() {
        frames.next(0);
        frames.accept(flow(0, 2, 0), 0);
        assertThat(sent(0, 500 * MILLI)).isEqualTo(2);
        frames.accept(flow(0, 2, 0), 500 * MILLI);
        assertThat(sent(500 * MILLI, 900 * MILLI)).isEqualTo(2);
        frames.accept(flow(0, 2, 0), 900 * MILLI);
        assertThat(sent(900 * MILLI, 910 * MILLI)).isEqualTo(1);
        assertThat(frames.isDone()).isTrue();
    }

    @Test
    void theSeparationTimeLiesBetweenTwoFrames() {
        frames.next(0);
        frames.accept(flow(0, 0, 20), 0);
        assertThat(frames.next(0)).isNotNull();
        assertThat(frames.next(20 * MILLI - 1)).isNull();
        assertThat(frames.next(23 * MILLI)).isNotNull();
        assertThat(frames.next(43 * MILLI - 1))
                .as("20 ms after the frame before, which was late")
                .isNull();
        assertThat(frames.next(43 * MILLI)).isNotNull();
    }

    @Test
    void theSeparationTimeMayBeInTenthsOfMilliseconds() {
        assertThat(flow(0, 0, 0xF1).separationNanos()).isEqualTo(MILLI / 10);
        assertThat(flow(0, 0, 0xF9).separationNanos()).isEqualTo(MILLI * 9 / 10);
        assertThat(flow(0, 0, 0x7F).separationNanos()).isEqualTo(127 * MILLI);
        assertThat(flow(0, 0, 0x80).separationNanos()).isEqualTo(127 * MILLI);
        assertThat(flow(0, 0, 0xFA).separationNanos()).isEqualTo(127 * MILLI);
    }

    @Test
    void delayIsMadeUpInLimitedSteps() {
        PacedFrames many = PacedFrames.flowControlled(
                new IsoTpSegmenter(WireFrames.NORMAL, 0)
                        .segment(WireFrames.bytes(4_000))
                        .iterator(),
                0);
        many.next(0);
        many.accept(flow(0, 0, 0), 0);
        int burst = 0;
        while (many.next(SECOND) != null) {
            burst++;
        }
        assertThat(burst).isBetween(2, 20);
    }

    @Test
    void waitFrameExtendsTheTimeout() {
        frames.next(0);
        frames.accept(flow(1, 0, 0), 900 * MILLI);
        assertThat(frames.next(1_500 * MILLI)).isNull();
        frames.accept(flow(0, 0, 0), 1_500 * MILLI);
        assertThat(frames.next(1_500 * MILLI)).isNotNull();
    }

    @Test
    void messageEndsAfterASecondWithoutFlowControl() {
        frames.next(0);
        assertThat(frames.next(SECOND)).isNull();
        assertThat(frames.isDone()).isTrue();
        frames.accept(flow(0, 0, 0), SECOND);
        assertThat(frames.next(SECOND)).isNull();
    }

    @Test
    void overflowEndsIt() {
        frames.next(0);
        frames.accept(flow(2, 0, 0), 0);
        assertThat(frames.isDone()).isTrue();
    }

    @Test
    void unexpectedFlowControlIsIgnored() {
        frames.accept(flow(2, 0, 0), 0);
        frames.next(0);
        frames.accept(flow(0, 0, 0), 0);
        frames.next(0);
        frames.accept(flow(2, 0, 0), 0);
        assertThat(sent(MILLI, 10 * MILLI)).isEqualTo(4);
    }

    @Test
    void freeFramesNeedNoFlowControl() {
        PacedFrames free = PacedFrames.free(
                new IsoTpSegmenter(WireFrames.NORMAL, 0)
                        .segment(WireFrames.bytes(20))
                        .iterator(),
                0);
        for (int i = 0; i < 3; i++) {
            assertThat(free.next(i * MILLI)).isNotNull();
        }
        assertThat(free.isDone()).isTrue();
    }
}
