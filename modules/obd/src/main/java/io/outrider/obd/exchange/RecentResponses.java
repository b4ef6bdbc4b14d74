package io.outrider.obd.exchange;

import java.util.LinkedHashMap;
import java.util.Map;

/** Cache of recent answers, for sharing between equal requests. Any thread. */
final class RecentResponses {
    private static final int MAX_ENTRIES = 16;

    /** Limit of the cache in bytes; longer answers are not cached. */
    static final int MOST_BYTES = 256 * 1024;

    private record Entry(Responses answers, long weight, long done) {}

    private final long shareNanos;
    private final Map<DiagnosticRequest, Entry> recent =
            new LinkedHashMap<>(); // this and all following fields: guarded by this
    private long bytes;
    private boolean invalidated;
    private long invalidatedAt;

    RecentResponses(long shareNanos) {
        this.shareNanos = shareNanos;
    }

    /** Answer to an equal request, if it came after this one was made, or at most the sharing time before. */
    synchronized Responses find(DiagnosticRequest request, long calledAt) {
        if (shareNanos == 0) {
            return null;
        }
        Entry entry = recent.get(request);
        return entry != null && calledAt - entry.done < shareNanos ? entry.answers : null;
    }

    /** Invalidates all answers, including that of the request in progress, after a change in the vehicle. */
    synchronized void invalidate(long now) {
        recent.clear();
        bytes = 0;
        invalidated = true;
        invalidatedAt = now;
    }

    synchronized void put(DiagnosticRequest request, Responses answers, long sentAt, long now) {
        if (shareNanos == 0 || invalidated && sentAt - invalidatedAt <= 0) {
            return;
        }
        Entry before = recent.remove(request);
        bytes -= before == null ? 0 : before.weight;
        Entry entry = new Entry(answers, answers.weight(), now);
        if (entry.weight > MOST_BYTES) {
            return;
        }
        recent.put(request, entry);
        bytes += entry.weight;
        var oldest = recent.values().iterator();
        while (recent.size() > MAX_ENTRIES || bytes > MOST_BYTES) {
            bytes -= oldest.next().weight;
            oldest.remove();
        }
    }

    synchronized long bytes() {
        return bytes;
    }
}
