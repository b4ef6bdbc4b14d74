package io.outrider.agent.commands;

import io.outrider.api.Ticker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Jobs that were cancelled before they came: the last 1,000, each for ten minutes, in memory only. Any thread. */
final class EarlyCancels {
    private static final int MOST = 1_000;
    private static final long AGE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final Ticker ticker;
    private final Map<String, Long> since = new LinkedHashMap<>() { // guarded by this
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
                    return size() > MOST;
                }
            };

    EarlyCancels(Ticker ticker) {
        this.ticker = ticker;
    }

    synchronized void add(String jid) {
        since.remove(jid);
        since.put(jid, ticker.nanos());
    }

    /** Whether the job was cancelled; it is not known any more after this. */
    synchronized boolean take(String jid) {
        Long at = since.remove(jid);
        return at != null && ticker.nanos() - at < AGE_NANOS;
    }
}
