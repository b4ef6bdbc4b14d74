package io.outrider.agent.commands;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limit of log lines that say the same of one job after the other: the first of a kind are written, the rest is counted
 * and summed up in one line. Any thread.
 */
final class RepeatedLogLines {
    private static final Logger LOG = LoggerFactory.getLogger(RepeatedLogLines.class);

    /** Lines of a kind that are written between two sums. */
    static final int MOST = 20;

    private static final int MOST_KINDS = 50;

    private final Map<String, KindCount> counts = new LinkedHashMap<>(); // guarded by this

    private static final class KindCount {
        private int written;
        private long left;
        private String last;
    }

    /**
     * Admits a line to the log, or counts it.
     *
     * @param kind what happened, as the sum says it
     */
    synchronized boolean admits(String kind, String jid) {
        if (!counts.containsKey(kind) && counts.size() >= MOST_KINDS) {
            return true;
        }
        KindCount count = counts.computeIfAbsent(kind, each -> new KindCount());
        if (count.written < MOST) {
            count.written++;
            return true;
        }
        count.left++;
        count.last = jid;
        return false;
    }

    /** Writes the sums, and lets lines be written again; now and then. */
    void sum() {
        Map<String, KindCount> all;
        synchronized (this) {
            all = new LinkedHashMap<>(counts);
            counts.clear();
        }
        all.forEach((kind, count) -> {
            if (count.left > 0) {
                LOG.warn(
                        "{} more commands {}, without a line of their own; the last is {}",
                        count.left,
                        kind,
                        count.last);
            }
        });
    }
}
