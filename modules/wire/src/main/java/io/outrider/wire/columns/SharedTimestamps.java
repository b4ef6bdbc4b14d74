package io.outrider.wire.columns;

import io.outrider.wire.SequencedRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Which groups have their moments in common: what is asked together, such as engine speed and road speed. Groups of few
 * records that go with none share the last list.
 *
 * @param of the index of each group's moments
 */
record SharedTimestamps(List<TimestampColumn> moments, int[] of) {
    /** Moments that are too few for a list of their own. */
    private static final int FEW = 15;

    /** Lists among which one is looked for. */
    private static final int MOST = 32;

    static SharedTimestamps of(List<ColumnGroup> groups) {
        List<TimestampColumn> paces = new ArrayList<>();
        int[] of = new int[groups.size()];
        List<SequencedRecord> others = new ArrayList<>();
        for (int i = 0; i < of.length; i++) {
            TimestampColumn its = TimestampColumn.of(groups.get(i).records());
            of[i] = home(paces, its);
            if (of[i] >= 0) {
                paces.set(of[i], paces.get(of[i]).and(its));
            } else if (its.count() > FEW && paces.size() < MOST) {
                of[i] = paces.size();
                paces.add(its);
            } else {
                others.addAll(groups.get(i).records());
            }
        }
        for (int i = 0; i < of.length; i++) {
            of[i] = of[i] < 0 ? paces.size() : of[i];
        }
        if (!others.isEmpty()) {
            paces.add(TimestampColumn.of(others));
        }
        return new SharedTimestamps(paces, of);
    }

    /** That which has half of them; -1 if there is none. */
    private static int home(List<TimestampColumn> paces, TimestampColumn its) {
        for (int i = 0; i < paces.size(); i++) {
            if (paces.get(i).shared(its) * 2 >= its.count()) {
                return i;
            }
        }
        return -1;
    }
}
