package io.outrider.bench.soak;

import java.util.Arrays;
import java.util.BitSet;

/** Numbers of one producer, from 1, with the state of each. One thread. */
final class ProducerSequence {
    /** Being posted: may arrive before the response. */
    final BitSet posting = new BitSet();

    /** First number of each request. */
    final BitSet begins = new BitSet();

    /** Posted and acknowledged as on the disk. */
    final BitSet accepted = new BitSet();

    /** Posted without a response, or with one that does not acknowledge. */
    final BitSet unanswered = new BitSet();

    /** Rejected by the unit, or not received by it. */
    final BitSet refused = new BitSet();

    final BitSet arrived = new BitSet();

    private RunRecords[] runs = new RunRecords[0];
    private int[] sequences = new int[0];

    /** Records the arrival of a number. */
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

    /** True if the number was posted and not rejected. */
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

    /** Missing numbers without a reported loss: the first, and the count. */
    record Uncovered(int first, long count) {}

    /** True if both numbers are of one request, of which the unit accepts a prefix. */
    private boolean together(int before, int after) {
        return begins.previousSetBit(before) == begins.previousSetBit(after);
    }

    /** Numbers that are missing, or did not arrive although a later one of the request did. */
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
     * Finds gaps whose neighbours are of one run that reports fewer losses between them than are missing. The unit's sequence
     * follows the producer's order.
     *
     * @param powerCut true if unacknowledged numbers may be missing in any order
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
