package io.outrider.agent.testing;

import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Heartbeats in manual time, of loops on real threads. */
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

    /** @param limit time without a beat after which it is stuck */
    public Heartbeat register(String name, Duration limit) {
        return loops.register(name, limit);
    }

    public void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    /** Report of the watchdog about stuck loops. */
    public List<String> stuck() {
        return loops.health().problems();
    }
}
