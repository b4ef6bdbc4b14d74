package io.outrider.bench.soak;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** What is known of the records that one run of the agent made. Not for several threads. */
final class Run {
    private final BitSet seen = new BitSet();
    private final BitSet reportedLost = new BitSet();
    private final Map<Integer, Integer> digests = new HashMap<>();

    /** The first time, the same again, or another record under the same identity. */
    enum Sight {
        NEW,
        AGAIN,
        FORGED
    }

    Sight sees(long sequence, int digest) {
        int at = Math.toIntExact(sequence);
        if (at < 1) {
            throw new IllegalArgumentException("sequence " + sequence);
        }
        if (seen.get(at)) {
            return digests.get(at) == digest ? Sight.AGAIN : Sight.FORGED;
        }
        seen.set(at);
        digests.put(at, digest);
        return Sight.NEW;
    }

    /** The unit says so; both included. */
    void reportedLost(long from, long to) {
        reportedLost.set(Math.toIntExact(from), Math.toIntExact(to) + 1);
    }

    long seen() {
        return seen.cardinality();
    }

    /** Reported lost between these, both excluded, and never seen. */
    long lostBetween(long after, long before) {
        BitSet lost = lostForGood();
        return lost.get(Math.toIntExact(after) + 1, Math.toIntExact(before)).cardinality();
    }

    long lost() {
        return lostForGood().cardinality();
    }

    private BitSet lostForGood() {
        BitSet lost = (BitSet) reportedLost.clone();
        lost.andNot(seen);
        return lost;
    }

    /** The first sequence below the highest known that neither came nor was reported; 0 if there is none. */
    long gap() {
        BitSet known = (BitSet) seen.clone();
        known.or(reportedLost);
        int gap = known.nextClearBit(1);
        return gap < known.length() ? gap : 0;
    }
}
