package io.outrider.agent.runtime.watchdog;

import io.outrider.api.Ticker;
import java.time.Duration;

/**
 * Heartbeat of a thread, which is stuck if it does not beat within its limit while busy. It starts busy; while idle it has
 * no limit. {@link #beat} restarts the time. Called by the thread itself; cheap.
 */
public final class Heartbeat implements AutoCloseable {
    private final String name;
    private final Duration limit;
    private final Ticker ticker;
    private final Heartbeats heartbeats;
    private volatile Beat last;

    /** Last signal of the thread. */
    private record Beat(long nanos, boolean idle) {}

    Heartbeat(String name, Duration limit, Ticker ticker, Heartbeats heartbeats) {
        this.name = name;
        this.limit = limit;
        this.ticker = ticker;
        this.heartbeats = heartbeats;
        beat();
    }

    /** Marks the thread as busy, and as making progress. */
    public void beat() {
        last = new Beat(ticker.nanos(), false);
    }

    /** Marks the thread as waiting for work, without limit. */
    public void idle() {
        last = new Beat(ticker.nanos(), true);
    }

    /** Ends the supervision; a thread that dies without this counts as stuck. */
    @Override
    public void close() {
        heartbeats.remove(this);
    }

    String name() {
        return name;
    }

    /** Time since the last beat; zero while idle. */
    Duration since() {
        Beat beat = last;
        return beat.idle() ? Duration.ZERO : Duration.ofNanos(ticker.nanos() - beat.nanos());
    }

    boolean isStuck() {
        return since().compareTo(limit) > 0;
    }

    /** Message about a stuck thread. */
    String problem() {
        return "the loop '" + name + "' has not turned for " + since().toSeconds() + " s, and should within "
                + limit.toMillis() / 1000.0 + " s";
    }
}
