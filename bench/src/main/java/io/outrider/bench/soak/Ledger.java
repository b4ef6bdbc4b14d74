package io.outrider.bench.soak;

import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** What was posted to one unit, and what arrived of it. Any thread. */
final class Ledger {
    /** The type of the records that are counted. */
    static final String COUNTED = "soak.count";

    private final String unit;
    private final boolean powerCuts; // all below guarded by this
    private final Map<Integer, ProducerSequence> lanes = new TreeMap<>();
    private final Map<String, RunRecords> runs = new LinkedHashMap<>();
    private final Map<String, Long> reported = new TreeMap<>();
    private final Set<Integer> lossesWithoutIdentity = new HashSet<>();
    private final Violations wrongs = new Violations();
    private LedgerListener witness = LedgerListener.DEAF;
    private long duplicates;
    private long lostUnnumbered;
    private long arrivals;

    /**
     * @param powerCuts whether the unit's power is cut: then records of up to a second, of which nobody was told that they
     *     are on the disk, may be missing from a run without a word
     */
    Ledger(String unit, boolean powerCuts) {
        this.unit = unit;
        this.powerCuts = powerCuts;
    }

    /** Hears everything from now on; before anything is posted. */
    synchronized void witness(LedgerListener who) {
        witness = who;
    }

    /** Before it is posted: it may arrive sooner than its answer. */
    synchronized void posting(int lane, int from, int to) {
        witness.posting(lane, from, to);
        lane(lane).begins.set(from);
        lane(lane).posting.set(from, to + 1);
    }

    synchronized void accepted(int lane, int from, int to) {
        lane(lane).accepted.set(from, to + 1);
        witness.posted(lane, from, to);
    }

    synchronized void unanswered(int lane, int from, int to) {
        lane(lane).unanswered.set(from, to + 1);
        witness.posted(lane, from, to);
    }

    synchronized void refused(int lane, int from, int to) {
        lane(lane).refused.set(from, to + 1);
        witness.posted(lane, from, to);
    }

    private ProducerSequence lane(int lane) {
        return lanes.computeIfAbsent(lane, each -> new ProducerSequence());
    }

    /** What came together: of one run and in the order of its sequence, if the transport tells such things. */
    synchronized void arrived(List<Row> batch) {
        Row before = null;
        for (Row row : batch) {
            arrivals++;
            if (before != null
                    && row.boot() != null
                    && (!row.boot().equals(before.boot()) || row.sequence() <= before.sequence())) {
                wrongs.add("a batch is not in order: " + before + ", then " + row);
            }
            before = row;
            arrived(row);
        }
    }

    /** Something came that is no batch. */
    synchronized void unreadable(String what) {
        wrongs.add("not readable: " + what);
    }

    private void arrived(Row row) {
        if (!row.unit().equals(unit)) {
            wrongs.add("a record of another unit: " + row);
            return;
        }
        RunRecords run = row.boot() == null ? null : runs.computeIfAbsent(row.boot(), boot -> new RunRecords());
        RunRecords.Sight sight =
                run == null ? RunRecords.Sight.NEW : run.sees(row.sequence(), row.digest(), row.stamp());
        if (sight == RunRecords.Sight.FORGED) {
            wrongs.add("another record under the same identity: " + row);
        } else if (sight == RunRecords.Sight.AGAIN) {
            duplicates++;
        } else if (row.type().equals(COUNTED)) {
            counted(row, run);
        } else if (row.type().equals("agent.loss")) {
            loss(row, run);
        }
    }

    private void counted(Row row, RunRecords run) {
        int number = (int) row.number("n", 0);
        int of = (int) row.number("lane", -1);
        ProducerSequence lane = lane(of);
        if (!lane.mayArrive(number)) {
            wrongs.add("arrived, but was never taken: " + row);
        } else if (!lane.arrived.get(number)) {
            lane.arrived(number, run, row.sequence());
            witness.arrived(of, number, row);
        } else if (run == null) {
            duplicates++;
        } else {
            wrongs.add("arrived once more under another identity: " + row);
        }
    }

    private void loss(Row row, RunRecords run) {
        long count = row.number("count", -1);
        long from = row.number("from_seq", 0);
        long to = row.number("to_seq", 0);
        String reason = row.text("reason", "");
        if (from > 0 && count < 0 && (powerCuts && reason.equals("power_cut") || reason.equals("unwritten"))) {
            return; // how many is not known to the unit: it says from where on, and that covers no accepted number
        }
        if (count < 1 || from < 0 || to < from || from > 0 && count > to - from + 1) {
            wrongs.add("a loss that makes no sense: " + row);
            return;
        }
        if (run == null && !lossesWithoutIdentity.add(row.digest())) {
            duplicates++;
            return;
        }
        witness.lost(row);
        reported.merge(row.text("reason", "?"), count, Long::sum);
        if (from == 0 || run == null) {
            lostUnnumbered += count;
        } else {
            runs.computeIfAbsent(row.text("boot", row.boot()), boot -> new RunRecords())
                    .reportedLost(count, from, to);
        }
    }

    /** Records that came so far, duplicates included. */
    synchronized long arrivals() {
        return arrivals;
    }

    synchronized Sums sums() {
        return new Sums(
                count(lane -> lane.accepted),
                count(lane -> lane.accepted) - count(ProducerSequence::missing),
                count(ProducerSequence::missing),
                reported,
                duplicates,
                count(lane -> lane.unanswered),
                count(ProducerSequence::unansweredArrived));
    }

    private long count(Function<ProducerSequence, BitSet> what) {
        return lanes.values().stream()
                .mapToLong(lane -> what.apply(lane).cardinality())
                .sum();
    }

    /** What is wrong whatever is still to come. */
    synchronized List<String> wrongForGood() {
        return wrongs.all();
    }

    /** Everything that is wrong by now; what is still on its way is, too. */
    synchronized List<String> complaints() {
        List<String> all = wrongs.all();
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
        lanes.forEach((number, lane) -> uncovered.put(number, lane.uncovered(powerCuts)));
        uncovered.values().removeIf(each -> each.count() == 0);
        long sum = uncovered.values().stream()
                .mapToLong(ProducerSequence.Uncovered::count)
                .sum();
        if (sum > lostUnnumbered) { // a loss without numbers may be of any
            uncovered.forEach((number, each) -> all.add("number " + each.first() + " of lane " + number
                    + " is missing where no loss is reported; of these, in all, " + sum + ", and reported lost without"
                    + " a place " + lostUnnumbered));
        }
        return all;
    }

    private String firstMissing() {
        for (Map.Entry<Integer, ProducerSequence> lane : lanes.entrySet()) {
            int first = lane.getValue().missing().nextSetBit(0);
            if (first >= 0) {
                return first + " of lane " + lane.getKey();
            }
        }
        return "none";
    }
}
