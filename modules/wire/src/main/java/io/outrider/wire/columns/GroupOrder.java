package io.outrider.wire.columns;

import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.stream.Collectors;

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
        List<Integer> missing = linked(defaultOrder);
        int[] displacements = new int[actual.length];
        for (int i = 0; i < displacements.length; i++) {
            Iterator<Integer> each = missing.iterator();
            while (each.next() != actual[i]) {
                displacements[i]++;
            }
            each.remove();
        }
        return displacements;
    }

    /** Inverse of {@link #displacements}. */
    static int[] restore(int[] defaultOrder, int[] displacements) throws IOException {
        List<Integer> missing = linked(defaultOrder);
        int[] actual = new int[defaultOrder.length];
        for (int i = 0; i < actual.length; i++) {
            if (displacements[i] >= actual.length - i) {
                throw new IOException("'order' has an index beyond the remaining records");
            }
            actual[i] = missing.remove(displacements[i]);
        }
        return actual;
    }

    /** Linked, as a record is removed in time proportional to its displacement, which is mostly 0. */
    private static List<Integer> linked(int[] order) {
        return Arrays.stream(order).boxed().collect(Collectors.toCollection(LinkedList::new));
    }
}
