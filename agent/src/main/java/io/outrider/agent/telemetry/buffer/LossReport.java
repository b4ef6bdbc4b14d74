package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Losses not yet turned into records, summed by reason and run. Guarded by the lock of the buffer. */
final class LossReport {
    static final String TYPE = "agent.loss";

    static final String POWER_CUT = "power_cut";
    static final String UNWRITTEN = "unwritten"; // in memory only when the process was killed
    private static final int MAX_LOST_RANGES = 100;

    /**
     * Loss of records of one run.
     *
     * @param run null if the records never had a sequence
     * @param count {@link #UNKNOWN} if it cannot be determined; 0 for reasons that have none
     * @param to 0 if unknown
     */
    record Loss(String reason, String run, long count, long from, long to, List<LostRange> lostRanges) {
        static final long UNKNOWN = -1;

        Loss and(Loss other) {
            List<LostRange> both = new ArrayList<>(lostRanges);
            both.addAll(other.lostRanges);
            long sum = isUnknown() ? UNKNOWN : count + other.count;
            return new Loss(reason, run, sum, Math.min(from, other.from), Math.max(to, other.to), both);
        }

        boolean isUnknown() {
            return count == UNKNOWN;
        }

        TelemetryRecord toRecord(Timestamp now) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("reason", reason);
            if (reason.equals(POWER_CUT)) {
                fields.put("within_s", 1);
            } else if (!reason.equals(UNWRITTEN) && !isUnknown()) {
                fields.put("count", count);
            }
            if (run != null) {
                fields.put("from_seq", from);
                if (to > 0) {
                    fields.put("to_seq", to);
                }
                fields.put("boot", run);
            }
            return new TelemetryRecord(TYPE, now, fields, Priority.HIGH);
        }
    }

    private final Map<List<String>, Loss> unreported = new LinkedHashMap<>();
    private final Map<String, Long> totals = new TreeMap<>(); // by reason

    void add(Loss loss) {
        totals.merge(loss.reason, Math.max(0, loss.count), Long::sum);
        merge(loss);
    }

    private void merge(Loss loss) {
        String run = loss.run == null ? "" : loss.run;
        for (int i = 0; ; i++) { // the ranges of one record are limited
            List<String> key = List.of(loss.reason, run, Boolean.toString(loss.isUnknown()), Integer.toString(i));
            Loss existing = unreported.get(key);
            if (existing == null || existing.lostRanges.size() + loss.lostRanges.size() <= MAX_LOST_RANGES) {
                unreported.merge(key, loss, Loss::and);
                return;
            }
        }
    }

    /** Adds the loss of a lost loss record again, with the ranges that it alone reports, for another record. */
    void addAgain(TelemetryRecord report, List<LostRange> lostRanges) {
        Map<String, Object> fields = report.fields();
        Object run = fields.get("boot");
        merge(new Loss(
                String.valueOf(fields.get("reason")),
                run == null ? null : run.toString(),
                fields.containsKey("count") ? number(fields.get("count")) : Loss.UNKNOWN,
                number(fields.get("from_seq")),
                number(fields.get("to_seq")),
                lostRanges));
    }

    private static long number(Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    boolean isEmpty() {
        return unreported.isEmpty();
    }

    List<Loss> drain() {
        List<Loss> all = List.copyOf(unreported.values());
        unreported.clear();
        return all;
    }

    /** Records lost since the start, by reason. */
    Map<String, Long> totals() {
        return Map.copyOf(totals);
    }
}
