package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.Gone;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was lost and has not become a record yet, added up. Guarded by the stock's lock. */
final class LossReport {
    /** The type of the records that tell of losses. */
    static final String TYPE = "agent.loss";

    static final String POWER_CUT = "power_cut";

    /** Of records that were in memory only when the process died. */
    static final String UNWRITTEN = "unwritten";

    private static final int MOST_GONE = 100;

    /**
     * A loss of records of one run.
     *
     * @param run null if they never had a sequence
     * @param count {@link #UNKNOWN}, or 0 of those that never have one, if it cannot be known
     * @param to 0 if it cannot be known
     */
    record Loss(String reason, String run, long count, long from, long to, List<Gone> gone) {
        static final long UNKNOWN = -1;

        Loss and(Loss other) {
            List<Gone> both = new ArrayList<>(gone);
            both.addAll(other.gone);
            long sum = isUnknown() ? UNKNOWN : count + other.count;
            return new Loss(reason, run, sum, Math.min(from, other.from), Math.max(to, other.to), both);
        }

        boolean isUnknown() {
            return count == UNKNOWN;
        }

        TelemetryRecord sample(Timestamp now) {
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

    private final Map<List<String>, Loss> waiting = new LinkedHashMap<>();
    private final Map<String, Long> totals = new TreeMap<>(); // by reason

    void add(Loss loss) {
        totals.merge(loss.reason, Math.max(0, loss.count), Long::sum);
        merge(loss);
    }

    private void merge(Loss loss) {
        String run = loss.run == null ? "" : loss.run;
        for (int i = 0; ; i++) { // a record has room for so many places only
            List<String> key = List.of(loss.reason, run, Boolean.toString(loss.isUnknown()), Integer.toString(i));
            Loss known = waiting.get(key);
            if (known == null || known.gone.size() + loss.gone.size() <= MOST_GONE) {
                waiting.merge(key, loss, Loss::and);
                return;
            }
        }
    }

    /**
     * A record of a loss has been lost itself: what it told goes into another.
     *
     * @param gone what only that record says to be lost
     */
    void again(TelemetryRecord told, List<Gone> gone) {
        Map<String, Object> fields = told.fields();
        Object run = fields.get("boot");
        merge(new Loss(
                String.valueOf(fields.get("reason")),
                run == null ? null : run.toString(),
                fields.containsKey("count") ? number(fields.get("count")) : Loss.UNKNOWN,
                number(fields.get("from_seq")),
                number(fields.get("to_seq")),
                gone));
    }

    private static long number(Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    List<Loss> drain() {
        List<Loss> all = List.copyOf(waiting.values());
        waiting.clear();
        return all;
    }

    /** Records lost since the start, by reason. */
    Map<String, Long> totals() {
        return Map.copyOf(totals);
    }
}
