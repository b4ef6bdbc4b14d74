package io.outrider.can;

import static io.outrider.can.CanBusContract.frame;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contract test of {@link CanBus#silenceNanos}, run against each implementation. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
abstract class SilenceContract {
    /** Longer than the sampling interval. */
    private static final long WHILE = TimeUnit.MILLISECONDS.toNanos(300);

    CanBus bus;

    abstract CanBus create() throws Exception;

    /** Another node sends a frame. */
    abstract void anotherNodeSends() throws Exception;

    @BeforeEach
    void createBus() throws Exception {
        bus = create();
    }

    @AfterEach
    void closeBus() {
        bus.close();
    }

    static void waitOneInterval() throws Exception {
        long from = System.nanoTime();
        Await.until("a while has passed", () -> System.nanoTime() - from > WHILE);
    }

    @Test
    void anIdleBusIsSilent() throws Exception {
        assertThat(bus.silenceNanos()).isEqualTo(Long.MAX_VALUE);
        waitOneInterval();
        assertThat(bus.silenceNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void activityIsDetectedWithoutAnOpenPort() throws Exception {
        bus.silenceNanos();
        long before = System.nanoTime();
        anotherNodeSends();
        Await.until("it was heard", () -> bus.silenceNanos() < Long.MAX_VALUE);
        assertThat(bus.silenceNanos()).isLessThanOrEqualTo(System.nanoTime() - before);
    }

    @Test
    void activityIsDetectedThoughNoFilterPassesTheFrame() throws Exception {
        bus.open(List.of(CanFilter.exact(CanId.base(0x7E8))));
        anotherNodeSends();
        Await.until("it was heard", () -> bus.silenceNanos() < Long.MAX_VALUE);
    }

    @Test
    void framesOfThisProcessAreNoActivityEvenIfAnotherPortReadsThem() throws Exception {
        CanPort sender = bus.open(List.of());
        CanPort reader = bus.open(List.of());
        for (int i = 0; i < 200; i++) {
            sender.send(frame(0x7DF, 2, 1, i));
            assertThat(reader.receive(CanBusContract.AMPLE)).isNotNull();
            assertThat(bus.silenceNanos()).isEqualTo(Long.MAX_VALUE);
        }
        waitOneInterval();
        assertThat(bus.silenceNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void oneForeignFrameAmongManyOfOurOwnIsActivity() throws Exception {
        CanPort sender = bus.open(List.of());
        for (int i = 0; i < 100; i++) {
            sender.send(frame(0x7DF, i));
        }
        anotherNodeSends();
        Await.until("it was heard", () -> bus.silenceNanos() < Long.MAX_VALUE);
    }

    @Test
    void silenceGrowsUntilTheNextActivity() throws Exception {
        anotherNodeSends();
        Await.until("it was heard", () -> bus.silenceNanos() < Long.MAX_VALUE);
        long silent = bus.silenceNanos();
        waitOneInterval();
        assertThat(bus.silenceNanos()).isGreaterThanOrEqualTo(silent + WHILE);
        long before = System.nanoTime();
        anotherNodeSends();
        Await.until("it was heard again", () -> bus.silenceNanos() <= System.nanoTime() - before);
    }
}
