package io.outrider.testkit;

import io.outrider.api.Ticker;
import java.util.concurrent.atomic.AtomicLong;

/** Manual clock: time passes only in {@link #sleep}. */
public final class ManualTicker implements Ticker {
    private final AtomicLong now = new AtomicLong();
    private final AtomicLong slept = new AtomicLong();

    @Override
    public long nanos() {
        return now.get();
    }

    @Override
    public void sleep(long nanos) {
        if (nanos > 0) {
            slept.addAndGet(nanos);
            now.addAndGet(nanos);
        }
    }

    public void advance(long nanos) {
        now.addAndGet(nanos);
    }

    public long slept() {
        return slept.get();
    }
}
