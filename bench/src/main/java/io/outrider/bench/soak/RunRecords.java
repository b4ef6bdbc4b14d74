package io.outrider.bench.soak;

import java.util.Arrays;
import java.util.BitSet;

/** What is known of the records that one run of the agent made. Not for several threads. */
final class RunRecords {
    private final BitSet seen = new BitSet();
    private final BitSet reportedLost = new BitSet();
    private int[] digests = new int[0]; // by sequence, as the next: there are millions
    private int[] stamps = new int[0]; // 0 if it did not know the time
    private long reported;

    /** The first time, the same again, or another record under the same identity. */
    enum Sight {
        NEW,
        AGAIN,
        FORGED
    }

    /** @param stamp its time; null if the unit did not know what time it was, and may tell it better when it comes again */
    Sight sees(long sequence, int digest, String stamp) {
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
            return forged ? Sight.FORGED : Sight.AGAIN;
        }
        seen.set(at);
        digests[at] = digest;
        return Sight.NEW;
    }

    /**
     * The unit says so; both included.
     *
     * @param count how many of those between; the others came, or were losses told of in turn
     */
    void reportedLost(long count, long from, long to) {
        reported += count;
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

    /** Where it says that records were lost, not more than it says there were. */
    long lost() {
        return Math.min(reported, lostForGood().cardinality());
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
