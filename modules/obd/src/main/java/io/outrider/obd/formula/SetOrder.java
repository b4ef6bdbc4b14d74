package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.Map;

/**
 * Iteration order of a set of integers in CPython 3.11, by its hash table (Objects/setobject.c: 8 slots, nine linear
 * probes, growth by four at three fifths). For other members, whose order differs between Python processes, it is the
 * insertion order.
 */
final class SetOrder {
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(61).subtract(BigInteger.ONE);
    private static final int LINEAR_PROBES = 9;

    private long[] hashes = new long[8];
    private Object[] slots = new Object[8];
    private int used;

    private SetOrder() {}

    static Object[] ordered(Map<Object, Object> members) {
        for (Object key : members.keySet()) {
            if (!(key instanceof Long) && !(key instanceof BigInteger)) {
                return members.values().toArray();
            }
        }
        SetOrder table = new SetOrder();
        members.forEach((key, member) -> table.add(hash(key), new Object[] {member}));
        Object[] result = new Object[members.size()];
        int next = 0;
        for (Object slot : table.slots) {
            if (slot != null) {
                result[next++] = ((Object[]) slot)[0];
            }
        }
        return result;
    }

    private static long hash(Object key) {
        BigInteger value = key instanceof BigInteger big ? big : BigInteger.valueOf((Long) key);
        long hash = value.abs().mod(MODULUS).longValue() * value.signum();
        return hash == -1 ? -2 : hash;
    }

    private void add(long hash, Object member) {
        place(hash, member);
        used++;
        if (used * 5 >= (slots.length - 1) * 3) {
            resize(used * 4);
        }
    }

    private void place(long hash, Object member) {
        int mask = slots.length - 1;
        long perturb = hash;
        int i = (int) (hash & mask);
        while (true) {
            int probes = i + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
            for (int j = i; j <= i + probes; j++) {
                if (slots[j] == null) {
                    slots[j] = member;
                    hashes[j] = hash;
                    return;
                }
            }
            perturb >>>= 5;
            i = (int) ((i * 5L + 1 + perturb) & mask);
        }
    }

    private void resize(int wanted) {
        int size = 8;
        while (size <= wanted) {
            size <<= 1;
        }
        Object[] oldSlots = slots;
        long[] oldHashes = hashes;
        slots = new Object[size];
        hashes = new long[size];
        for (int i = 0; i < oldSlots.length; i++) {
            if (oldSlots[i] != null) {
                place(oldHashes[i], oldSlots[i]);
            }
        }
    }
}
