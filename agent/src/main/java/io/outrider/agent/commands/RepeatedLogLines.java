package io.outrider.agent.commands;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rate limiter for log lines of a kind: logs the first ones, and a summary of the rest. Thread-safe. */
final class RepeatedLogLines {
    private static final Logger LOG = LoggerFactory.getLogger(RepeatedLogLines.class);
    static final int MOST = 20;

    private static final int MOST_KINDS = 50;

    private final Map<String, KindCount> counts = new LinkedHashMap<>(); // guarded by this

    private static final class KindCount {
        private int written;
        private long suppressed;
        private String last;
    }

    /** @param kind predicate of the summary, such as "were rejected" */
    synchronized boolean admits(String kind, String jid) {
        if (!counts.containsKey(kind) && counts.size() >= MOST_KINDS) {
            return true;
        }
        KindCount count = counts.computeIfAbsent(kind, each -> new KindCount());
        if (count.written < MOST) {
            count.written++;
            return true;
        }
        count.suppressed++;
        count.last = jid;
        return false;
    }

    void summarize() {
        Map<String, KindCount> all;
        synchronized (this) {
            all = new LinkedHashMap<>(counts);
            counts.clear();
        }
        all.forEach((kind, count) -> {
            if (count.suppressed > 0) {
                LOG.warn("{} more commands {} (lines suppressed); the last is {}", count.suppressed, kind, count.last);
            }
        });
    }
}
