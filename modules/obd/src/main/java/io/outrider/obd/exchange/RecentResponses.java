package io.outrider.obd.exchange;

import java.util.LinkedHashMap;
import java.util.Map;

/** The answers of the last few questions, for those who ask the same at the same time. Any thread. */
final class RecentResponses {
    private static final int KEPT = 16;

    /** Bytes of memory that all of them take; answers that are longer are not kept. */
    static final int MOST_BYTES = 256 * 1024;

    private record Answered(Responses answers, long weight, long done) {}

    private final long shareNanos;
    private final Map<DiagnosticRequest, Answered> recent =
            new LinkedHashMap<>(); // this and what follows: guarded by this
    private long bytes;
    private boolean forgotten;
    private long forgottenAt;

    RecentResponses(long shareNanos) {
        this.shareNanos = shareNanos;
    }

    /**
     * The answer to the same question, if it came after, or only just before, this one was asked.
     *
     * @param called when it was asked, which may be long ago if it had to wait for its turn
     */
    synchronized Responses find(DiagnosticRequest question, long called) {
        if (shareNanos == 0) {
            return null;
        }
        Answered answered = recent.get(question);
        return answered != null && called - answered.done < shareNanos ? answered.answers : null;
    }

    /** Something was done to the vehicle: what it answered before, or answers just now, need not hold any more. */
    synchronized void forget(long now) {
        recent.clear();
        bytes = 0;
        forgotten = true;
        forgottenAt = now;
    }

    /** @param asked when the question was sent */
    synchronized void put(DiagnosticRequest question, Responses answers, long asked, long now) {
        if (shareNanos == 0 || forgotten && asked - forgottenAt <= 0) {
            return;
        }
        Answered before = recent.remove(question);
        bytes -= before == null ? 0 : before.weight;
        Answered answered = new Answered(answers, answers.weight(), now);
        if (answered.weight > MOST_BYTES) {
            return;
        }
        recent.put(question, answered);
        bytes += answered.weight;
        var oldest = recent.values().iterator();
        while (recent.size() > KEPT || bytes > MOST_BYTES) {
            bytes -= oldest.next().weight;
            oldest.remove();
        }
    }

    /** Bytes of memory that are kept. */
    synchronized long bytes() {
        return bytes;
    }
}
