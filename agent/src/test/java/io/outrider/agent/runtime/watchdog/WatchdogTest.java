package io.outrider.agent.runtime.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchdogTest {
    /** Manual time; a sleeper waits until the test advances it. */
    private static final class HandMoved implements Ticker {
        private final AtomicLong now = new AtomicLong();
        private final SynchronousQueue<Long> sleeps = new SynchronousQueue<>();

        @Override
        public long nanos() {
            return now.get();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            sleeps.put(nanos);
            sleeps.put(nanos);
        }

        /** Waits until a thread sleeps, lets time pass and wakes the sleeper. */
        long pass(Duration time) throws InterruptedException {
            long asked = sleeps.take();
            now.addAndGet(time.toNanos());
            sleeps.take();
            return asked;
        }
    }

    private final HandMoved ticker = new HandMoved();
    private final Heartbeats loops = new Heartbeats(ticker);
    private final String socket =
            "@outrider-watchdog-" + ProcessHandle.current().pid();
    private final ServiceManager manager =
            ServiceManager.of(Map.of("NOTIFY_SOCKET", socket, "WATCHDOG_USEC", "4000000"), ticker);

    /** Once the watchdog sleeps again, it has sent what it will. */
    private void beat(Duration time) throws InterruptedException {
        assertThat(ticker.pass(time)).isEqualTo(TimeUnit.SECONDS.toNanos(2));
    }

    @Test
    @Announces(
            "^the loop 'bus can0' has not turned for 6 s, and should within 5.0 s; watchdog keep-alives stop and systemd will restart outrider")
    void keepAlivesAreSentOnlyWhileNoHeartbeatIsStuck() throws Exception {
        try (NotifySocket receiver = new NotifySocket(socket);
                Heartbeat link = loops.register("link", Duration.ofSeconds(5));
                Heartbeat bus = loops.register("bus can0", Duration.ofSeconds(5));
                Watchdog watchdog = new Watchdog(manager, loops, ticker)) {
            assertThat(watchdog).isNotNull();
            assertThat(receiver.next()).isEqualTo("WATCHDOG=1");
            link.idle();
            beat(Duration.ofSeconds(4));
            assertThat(receiver.next()).isEqualTo("WATCHDOG=1");
            beat(Duration.ofSeconds(2)); // the bus is stuck from here, the idle link is not
            beat(Duration.ZERO);
            assertThat(receiver.sofar()).isEmpty();
            assertThat(loops.health().problems())
                    .containsExactly("the loop 'bus can0' has not turned for 6 s, and should within 5.0 s; restart"
                            + " outrider if this stays, and report it");
            bus.beat();
            assertThat(loops.health().problems()).isEmpty();
            beat(Duration.ZERO);
            assertThat(receiver.next()).isEqualTo("WATCHDOG=1");
        }
    }

    @Test
    void aClosedHeartbeatIsNotStuck() {
        Heartbeat loop = loops.register("upload", Duration.ofSeconds(1));
        ticker.now.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertThat(loops.stuck()).containsExactly(loop);
        loop.close();
        assertThat(loops.stuck()).isEmpty();
    }

    @Test
    void aLoopIsBusyFromTheStartAndWhenItGetsWork() {
        Heartbeat loop = loops.register("jobs", Duration.ofSeconds(1));
        loop.idle();
        ticker.now.addAndGet(TimeUnit.HOURS.toNanos(2));
        assertThat(loops.stuck()).isEmpty();
        loop.beat();
        ticker.now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(loops.stuck()).isEmpty();
        ticker.now.addAndGet(1);
        assertThat(loops.stuck()).containsExactly(loop);
    }

    @Test
    void withoutAWatchdogTimeoutThereIsNoThread() {
        Watchdog watchdog = new Watchdog(ServiceManager.of(Map.of(), ticker), loops, ticker);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("watchdog"));
        watchdog.close();
    }

    @Test
    void keepAlivesAreSentAtHalfTheTimeout() throws Exception {
        Ticker real = Ticker.system();
        try (NotifySocket receiver = new NotifySocket(socket)) {
            ServiceManager quick = ServiceManager.of(Map.of("NOTIFY_SOCKET", socket, "WATCHDOG_USEC", "200000"), real);
            long begun = real.nanos();
            try (Watchdog watchdog = new Watchdog(quick, new Heartbeats(real), real)) {
                for (int i = 0; i < 6; i++) {
                    assertThat(receiver.next()).isEqualTo("WATCHDOG=1");
                }
                assertThat(watchdog).isNotNull();
            }
            assertThat(real.nanos() - begun).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
        }
    }
}
