package io.outrider.agent.runtime.watchdog;

import io.outrider.api.Ticker;
import java.time.Duration;

/**
 * A thread that comes round again and again, and is stuck if it does not within its limit. From its registration it is
 * busy; while it waits for work without a limit it is idle, and may. {@link #turned} and {@link #busy} begin the time
 * anew. Called by the thread itself; cheap.
 */
public final class Heartbeat implements AutoCloseable {
    private final String name;
    private final Duration limit;
    private final Ticker ticker;
    private final Heartbeats loops;
    private volatile Turn last;

    /** The last that was heard of it. */
    private record Turn(long nanos, boolean idle) {}

    Heartbeat(String name, Duration limit, Ticker ticker, Heartbeats loops) {
        this.name = name;
        this.limit = limit;
        this.ticker = ticker;
        this.loops = loops;
        turned();
    }

    /** It came round, and goes on at once. */
    public void turned() {
        last = new Turn(ticker.nanos(), false);
    }

    /** It has got work; the same as {@link #turned}. */
    public void busy() {
        turned();
    }

    /** It waits for work, for as long as there is none. */
    public void idle() {
        last = new Turn(ticker.nanos(), true);
    }

    /** It ends as it should. A thread that dies does not get here, and so counts as stuck. */
    @Override
    public void close() {
        loops.remove(this);
    }

    String name() {
        return name;
    }

    /** For how long it has been busy. */
    Duration since() {
        Turn turn = last;
        return turn.idle() ? Duration.ZERO : Duration.ofNanos(ticker.nanos() - turn.nanos());
    }

    boolean isStuck() {
        return since().compareTo(limit) > 0;
    }

    /** What to say of it if it is stuck. */
    String problem() {
        return "the loop '" + name + "' has not turned for " + since().toSeconds() + " s, and should within "
                + limit.toMillis() / 1000.0 + " s";
    }
}
