package io.outrider.wire.columns;

import java.io.IOException;
import java.util.Arrays;

/**
 * Order of the records of several groups. The default is by timestamp, then by group, then by position in the group;
 * any other order is encoded as the displacement of each record. Records are indexed by position in the concatenated
 * groups.
 */
final class GroupOrder {
    private GroupOrder() {}

    /** @param at timestamp of each record */
    static int[] byTimestamp(long[] at) {
        int count = at.length;
        long[] timestamps = at.clone();
        Arrays.sort(timestamps);
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = (long) Arrays.binarySearch(timestamps, at[i]) * count + i;
        }
        Arrays.sort(keys);
        int[] defaultOrder = new int[count];
        for (int i = 0; i < count; i++) {
            defaultOrder[i] = (int) (keys[i] % count);
        }
        return defaultOrder;
    }

    /**
     * For each record the number of records before it in the default order that are still missing; null if the order is
     * the default.
     */
    static int[] displacements(int[] defaultOrder, int[] actual) {
        if (Arrays.equals(defaultOrder, actual)) {
            return null;
        }
        LinkedQueue queue = new LinkedQueue(defaultOrder);
        int[] displacements = new int[actual.length];
        for (int i = 0; i < displacements.length; i++) {
            displacements[i] = queue.remove(actual[i]);
        }
        return displacements;
    }

    /** Inverse of {@link #displacements}. */
    static int[] restore(int[] defaultOrder, int[] displacements) throws IOException {
        LinkedQueue queue = new LinkedQueue(defaultOrder);
        int[] actual = new int[defaultOrder.length];
        for (int i = 0; i < actual.length; i++) {
            if (displacements[i] >= actual.length - i) {
                throw new IOException("the order has a record that is not there");
            }
            actual[i] = queue.removeAt(displacements[i]);
        }
        return actual;
    }

    /** Records still to come. Removal costs time in proportion to the displacement, which is mostly 0. */
    private static final class LinkedQueue {
        private final int[] items;
        private final int[] next; // successor by position + 1; index 0 is the head

        LinkedQueue(int[] items) {
            this.items = items;
            next = new int[items.length + 1];
            for (int i = 0; i < next.length; i++) {
                next[i] = i;
            }
        }

        int remove(int item) {
            int previous = 0;
            int skipped = 0;
            while (items[next[previous]] != item) {
                previous = next[previous] + 1;
                skipped++;
            }
            next[previous] = next[next[previous] + 1];
            return skipped;
        }

        int removeAt(int distance) {
            int previous = 0;
            for (int i = 0; i < distance; i++) {
                previous = next[previous] + 1;
            }
            int removed = next[previous];
            next[previous] = next[removed + 1];
            return items[removed];
        }
    }
}
