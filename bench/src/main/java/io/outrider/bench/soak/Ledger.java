package io.outrider.bench.soak;

import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Ledger of the records posted to one unit and received from it. Any thread. */
final class Ledger {
    /** Type of the numbered records. */
    static final String COUNTED = "soak.count";

    private final String unit;
    private final boolean powerCuts; // all below guarded by this
    private final Map<Integer, ProducerSequence> sequences = new TreeMap<>();
    private final Map<String, RunRecords> runs = new LinkedHashMap<>();
    private final Map<String, Long> reported = new TreeMap<>();
    private final Set<Integer> lossesWithoutIdentity = new HashSet<>();
    private final Violations violations = new Violations();
    private LedgerListener listener = LedgerListener.NONE;
    private long duplicates;
    private long lostUnnumbered;
    private long arrivals;

    /**
     * @param powerCuts true if the unit's power is cut: then unacknowledged records of up to 1 s may be missing from a run
     *     without a report
     */
    Ledger(String unit, boolean powerCuts) {
        this.unit = unit;
        this.powerCuts = powerCuts;
    }

    /** Sets the listener; call before anything is posted. */
    synchronized void listener(LedgerListener who) {
        listener = who;
    }

    /** Call before posting, as records may arrive before the response. */
    synchronized void posting(int sequence, int from, int to) {
        listener.posting(sequence, from, to);
        sequence(sequence).begins.set(from);
        sequence(sequence).posting.set(from, to + 1);
    }

    synchronized void accepted(int sequence, int from, int to) {
        sequence(sequence).accepted.set(from, to + 1);
        listener.posted(sequence, from, to);
    }

    synchronized void unanswered(int sequence, int from, int to) {
        sequence(sequence).unanswered.set(from, to + 1);
        listener.posted(sequence, from, to);
    }

    synchronized void refused(int sequence, int from, int to) {
        sequence(sequence).refused.set(from, to + 1);
        listener.posted(sequence, from, to);
    }

    private ProducerSequence sequence(int sequence) {
        return sequences.computeIfAbsent(sequence, each -> new ProducerSequence());
    }

    /** Records of one batch: of one run and in ascending sequence, if the transport has both. */
    synchronized void arrived(List<Row> batch) {
        Row before = null;
        for (Row row : batch) {
            arrivals++;
            if (before != null
                    && row.boot() != null
                    && (!row.boot().equals(before.boot()) || row.sequence() <= before.sequence())) {
                violations.add("a batch is not in order: " + before + ", then " + row);
            }
            before = row;
            arrived(row);
        }
    }

    /** Records a message that is no batch. */
    synchronized void unreadable(String what) {
        violations.add("not readable: " + what);
    }

    private void arrived(Row row) {
        if (!row.unit().equals(unit)) {
            violations.add("a record of another unit: " + row);
            return;
        }
        RunRecords run = row.boot() == null ? null : runs.computeIfAbsent(row.boot(), boot -> new RunRecords());
        RunRecords.Delivery sight =
                run == null ? RunRecords.Delivery.NEW : run.arrived(row.sequence(), row.digest(), row.stamp());
        if (sight == RunRecords.Delivery.FORGED) {
            violations.add("another record under the same identity: " + row);
        } else if (sight == RunRecords.Delivery.AGAIN) {
            duplicates++;
        } else if (row.type().equals(COUNTED)) {
            counted(row, run);
        } else if (row.type().equals("agent.loss")) {
            loss(row, run);
        }
    }

    private void counted(Row row, RunRecords run) {
        int number = (int) row.number("n", 0);
        int of = (int) row.number("producer", -1);
        ProducerSequence sequence = sequence(of);
        if (!sequence.mayArrive(number)) {
            violations.add("arrived, but was never taken: " + row);
        } else if (!sequence.arrived.get(number)) {
            sequence.arrived(number, run, row.sequence());
            listener.arrived(of, number, row);
        } else if (run == null) {
            duplicates++;
        } else {
            violations.add("arrived once more under another identity: " + row);
        }
    }

    private void loss(Row row, RunRecords run) {
        long count = row.number("count", -1);
        long from = row.number("from_seq", 0);
        long to = row.number("to_seq", 0);
        String reason = row.text("reason", "");
        if (from > 0 && count < 0 && (powerCuts && reason.equals("power_cut") || reason.equals("unwritten"))) {
            return; // a loss without a known count covers no accepted number
        }
        if (count < 1 || from < 0 || to < from || from > 0 && count > to - from + 1) {
            violations.add("a loss that makes no sense: " + row);
            return;
        }
        if (run == null && !lossesWithoutIdentity.add(row.digest())) {
            duplicates++;
            return;
        }
        listener.lost(row);
        reported.merge(row.text("reason", "?"), count, Long::sum);
        if (from == 0 || run == null) {
            lostUnnumbered += count;
        } else {
            runs.computeIfAbsent(row.text("boot", row.boot()), boot -> new RunRecords())
                    .reportedLost(count, from, to);
        }
    }

    /** Number of received records, with duplicates. */
    synchronized long arrivals() {
        return arrivals;
    }

    synchronized Sums sums() {
        return new Sums(
                count(sequence -> sequence.accepted),
                count(sequence -> sequence.accepted) - count(ProducerSequence::missing),
                count(ProducerSequence::missing),
                reported,
                duplicates,
                count(sequence -> sequence.unanswered),
                count(ProducerSequence::unansweredArrived));
    }

    private long count(Function<ProducerSequence, BitSet> what) {
        return sequences.values().stream()
                .mapToLong(sequence -> what.apply(sequence).cardinality())
                .sum();
    }

    /** Violations that later records cannot resolve. */
    synchronized List<String> wrongForGood() {
        return violations.all();
    }

    /** All current violations, including records that may still arrive. */
    synchronized List<String> complaints() {
        List<String> all = violations.all();
        runs.forEach((boot, run) -> {
            if (run.gap() > 0 && !powerCuts) {
                all.add("sequence " + run.gap() + " of boot " + boot + " neither came nor was reported lost");
            }
        });
        long missing = count(ProducerSequence::missing);
        long lost = lostUnnumbered
                + runs.values().stream().mapToLong(RunRecords::lost).sum();
        if (missing > lost) {
            all.add(missing + " numbers are missing, first " + firstMissing() + ", and " + lost + " reported lost");
        }
        Map<Integer, ProducerSequence.Uncovered> uncovered = new TreeMap<>();
        sequences.forEach((number, sequence) -> uncovered.put(number, sequence.uncovered(powerCuts)));
        uncovered.values().removeIf(each -> each.count() == 0);
        long sum = uncovered.values().stream()
                .mapToLong(ProducerSequence.Uncovered::count)
                .sum();
        if (sum > lostUnnumbered) { // a loss without numbers may cover any record
            uncovered.forEach((number, each) -> all.add("number " + each.first() + " of producer " + number
                    + " is missing where no loss is reported; of these, in all, " + sum + ", and reported lost without"
                    + " a place " + lostUnnumbered));
        }
        return all;
    }

    private String firstMissing() {
        for (Map.Entry<Integer, ProducerSequence> sequence : sequences.entrySet()) {
            int first = sequence.getValue().missing().nextSetBit(0);
            if (first >= 0) {
                return first + " of producer " + sequence.getKey();
            }
        }
        return "none";
    }
}
