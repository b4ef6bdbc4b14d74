package io.outrider.bench.soak;

import java.util.Arrays;
import java.util.BitSet;

/** The running numbers of one producer, from 1, and what became of each. Not for several threads. */
final class ProducerSequence {
    /** Offered: may arrive before its answer. */
    final BitSet posting = new BitSet();

    /** The first of each request. */
    final BitSet begins = new BitSet();

    /** Posted and answered: on the disk. */
    final BitSet accepted = new BitSet();

    /** Posted; no answer, or one that promises nothing. */
    final BitSet unanswered = new BitSet();

    /** Never taken, as the unit said or because it was not reached. */
    final BitSet refused = new BitSet();

    final BitSet arrived = new BitSet();

    private RunRecords[] runs = new RunRecords[0];
    private int[] sequences = new int[0];

    /** Where a number arrived. */
    void arrived(int number, RunRecords run, long sequence) {
        if (number >= runs.length) {
            int length = Math.max(number + 1, runs.length * 2);
            runs = Arrays.copyOf(runs, length);
            sequences = Arrays.copyOf(sequences, length);
        }
        arrived.set(number);
        runs[number] = run;
        sequences[number] = (int) sequence;
    }

    /** Whether a number may be seen at all. */
    boolean mayArrive(int number) {
        return number > 0 && posting.get(number) && !refused.get(number);
    }

    BitSet missing() {
        BitSet missing = (BitSet) accepted.clone();
        missing.andNot(arrived);
        return missing;
    }

    BitSet unansweredArrived() {
        BitSet both = (BitSet) unanswered.clone();
        both.and(arrived);
        return both;
    }

    /** Numbers that are missing where no loss is reported: the first, and how many. */
    record Uncovered(int first, long count) {}

    /** Whether two numbers were posted in one request: the unit takes from its beginning on, if not all of it. */
    private boolean together(int before, int after) {
        return begins.previousSetBit(before) == begins.previousSetBit(after);
    }

    /** Missing, or not there although one behind it in its request is. */
    private BitSet holes() {
        BitSet holes = missing();
        for (int at = unanswered.nextSetBit(0); at >= 0; at = unanswered.nextSetBit(at + 1)) {
            int after = arrived.nextSetBit(at);
            if (!arrived.get(at) && after > 0 && together(at, after)) {
                holes.set(at);
            }
        }
        return holes;
    }

    /**
     * Those that are missing although their neighbours came from one run that reports fewer losses between them than are
     * missing there. The unit numbers what a producer posts one after the other in that order.
     *
     * @param powerCut whether what was not answered may be missing in any order
     */
    Uncovered uncovered(boolean powerCut) {
        BitSet missing = powerCut ? missing() : holes();
        int first = 0;
        long count = 0;
        for (int at = missing.nextSetBit(0); at >= 0; ) {
            int before = arrived.previousSetBit(at);
            int after = arrived.nextSetBit(at);
            int end = after < 0 ? missing.length() : after;
            if (before > 0 && after > 0 && runs[before] != null && runs[before] == runs[after]) {
                long lost = runs[before].lostBetween(sequences[before], sequences[after]);
                long here = missing.get(at, end).cardinality() - lost;
                if (here > 0) {
                    first = first == 0 ? at : first;
                    count += here;
                }
            }
            at = missing.nextSetBit(end);
        }
        return new Uncovered(first, count);
    }
}
