package io.outrider.agent.commands;

import io.outrider.api.Ticker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Cancels that arrived before their job: the last 1,000, for ten minutes each, in memory only. Thread-safe. */
final class EarlyCancels {
    private static final int MOST = 1_000;
    private static final long AGE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final Ticker ticker;
    private final Map<String, Long> since = new LinkedHashMap<>(); // guarded by this

    EarlyCancels(Ticker ticker) {
        this.ticker = ticker;
    }

    synchronized void add(String jid) {
        since.remove(jid);
        since.put(jid, ticker.nanos());
        if (since.size() > MOST) {
            since.remove(since.keySet().iterator().next());
        }
    }

    /** Returns whether the job was cancelled, and forgets the cancel. */
    synchronized boolean remove(String jid) {
        Long at = since.remove(jid);
        return at != null && ticker.nanos() - at < AGE_NANOS;
    }
}
