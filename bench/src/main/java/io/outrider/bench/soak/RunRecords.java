package io.outrider.bench.soak;

import java.util.Arrays;
import java.util.BitSet;

/** Records of one run of the agent, received or reported lost. One thread. */
final class RunRecords {
    private final BitSet seen = new BitSet();
    private final BitSet reportedLost = new BitSet();
    private int[] digests = new int[0]; // by sequence, like the next; arrays for millions of records
    private int[] stamps = new int[0]; // 0 without a trusted clock
    private long reported;

    /** First arrival, duplicate, or another record with the same identity. */
    enum Delivery {
        NEW,
        AGAIN,
        FORGED
    }

    /** @param stamp timestamp; null if the clock was not trusted, and then a duplicate may have a corrected one */
    Delivery arrived(long sequence, int digest, String stamp) {
        int at = Math.toIntExact(sequence);
        if (at < 1) {
            throw new IllegalArgumentException("sequence " + sequence);
        }
        if (at >= digests.length) {
            int length = Math.max(at + 1, digests.length * 2);
            digests = Arrays.copyOf(digests, length);
            stamps = Arrays.copyOf(stamps, length);
        }
        int told = stamp == null ? 0 : stamp.hashCode();
        boolean again = seen.get(at);
        boolean forged = again && digests[at] != digest || told != 0 && stamps[at] != 0 && stamps[at] != told;
        if (told != 0 && !forged) {
            stamps[at] = told;
        }
        if (again) {
            return forged ? Delivery.FORGED : Delivery.AGAIN;
        }
        seen.set(at);
        digests[at] = digest;
        return Delivery.NEW;
    }

    /**
     * Records a reported loss; both ends included.
     *
     * @param count number lost in the range; the others arrived, or were loss reports themselves
     */
    void reportedLost(long count, long from, long to) {
        reported += count;
        reportedLost.set(Math.toIntExact(from), Math.toIntExact(to) + 1);
    }

    long seen() {
        return seen.cardinality();
    }

    /** Number reported lost and not received between these, both excluded. */
    long lostBetween(long after, long before) {
        BitSet lost = lostForGood();
        return lost.get(Math.toIntExact(after) + 1, Math.toIntExact(before)).cardinality();
    }

    /** Number of lost records, at most the reported count. */
    long lost() {
        return Math.min(reported, lostForGood().cardinality());
    }

    private BitSet lostForGood() {
        BitSet lost = (BitSet) reportedLost.clone();
        lost.andNot(seen);
        return lost;
    }

    /** First sequence below the highest known that was neither received nor reported; 0 if none. */
    long gap() {
        BitSet known = (BitSet) seen.clone();
        known.or(reportedLost);
        int gap = known.nextClearBit(1);
        return gap < known.length() ? gap : 0;
    }
}
