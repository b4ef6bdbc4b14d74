package io.outrider.agent.testing;

import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Loops whose time passes when the test says so, while the threads that turn them are real. */
public final class WatchedLoops {
    private final AtomicLong now = new AtomicLong();
    private final Heartbeats loops = new Heartbeats(new Ticker() {
        @Override
        public long nanos() {
            return now.get();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            Ticker.system().sleep(nanos);
        }
    });

    /** Stuck after so long. */
    public Heartbeat register(String name, Duration limit) {
        return loops.register(name, limit);
    }

    public void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    /** What the watchdog would say of those that are stuck. */
    public List<String> stuck() {
        return loops.health().problems();
    }
}
