package io.outrider.wire.columns;

import java.io.IOException;
import java.util.Arrays;

/**
 * The order of records of several groups. The usual one is that of their moments, then that of the groups, then a group's
 * own; another is told by how far each record is ahead of its turn. Records are numbered here as they stand in the
 * groups, one group behind the other.
 */
final class GroupOrder {
    private GroupOrder() {}

    /** @param at the moment of each record */
    static int[] usual(long[] at) {
        int count = at.length;
        long[] moments = at.clone();
        Arrays.sort(moments);
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = (long) Arrays.binarySearch(moments, at[i]) * count + i;
        }
        Arrays.sort(keys);
        int[] usual = new int[count];
        for (int i = 0; i < count; i++) {
            usual[i] = (int) (keys[i] % count);
        }
        return usual;
    }

    /** For each record: how many that would usually come before it are still missing. Null if none ever is. */
    static int[] ahead(int[] usual, int[] real) {
        if (Arrays.equals(usual, real)) {
            return null;
        }
        Queue left = new Queue(usual);
        int[] ahead = new int[real.length];
        for (int i = 0; i < ahead.length; i++) {
            ahead[i] = left.take(real[i]);
        }
        return ahead;
    }

    /** Undoes {@link #ahead}. */
    static int[] real(int[] usual, int[] ahead) throws IOException {
        Queue left = new Queue(usual);
        int[] real = new int[usual.length];
        for (int i = 0; i < real.length; i++) {
            if (ahead[i] >= real.length - i) {
                throw new IOException("the order has a record that is not there");
            }
            real[i] = left.takeAt(ahead[i]);
        }
        return real;
    }

    /** What is still to come. Taking costs as much as it is ahead, which is nothing in most cases. */
    private static final class Queue {
        private final int[] items;
        private final int[] next; // by place, one off: the first is the one before all

        Queue(int[] items) {
            this.items = items;
            next = new int[items.length + 1];
            for (int i = 0; i < next.length; i++) {
                next[i] = i;
            }
        }

        int take(int item) {
            int before = 0;
            int passed = 0;
            while (items[next[before]] != item) {
                before = next[before] + 1;
                passed++;
            }
            next[before] = next[next[before] + 1];
            return passed;
        }

        int takeAt(int distance) {
            int before = 0;
            for (int i = 0; i < distance; i++) {
                before = next[before] + 1;
            }
            int taken = next[before];
            next[before] = next[taken + 1];
            return items[taken];
        }
    }
}
