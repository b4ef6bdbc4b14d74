package io.outrider.wire.columns;

import io.outrider.wire.SequencedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Timestamp columns shared by groups, as of values queried together, such as engine and road speed. Small groups that
 * match none share the last column.
 *
 * @param columnOf index of the column of each group
 */
record SharedTimestamps(List<TimestampColumn> columns, int[] columnOf) {
    /** Timestamps up to which a group gets no column of its own. */
    private static final int SMALL_GROUP = 15;

    private static final int MAX_COLUMNS = 32;

    static SharedTimestamps of(List<ColumnGroup> groups) {
        List<TimestampColumn> columns = new ArrayList<>();
        int[] columnOf = new int[groups.size()];
        List<SequencedRecord> others = new ArrayList<>();
        for (int i = 0; i < columnOf.length; i++) {
            TimestampColumn own = TimestampColumn.of(groups.get(i).records());
            columnOf[i] = indexOfShared(columns, own);
            if (columnOf[i] >= 0) {
                columns.set(columnOf[i], columns.get(columnOf[i]).union(own));
            } else if (own.micros().length > SMALL_GROUP && columns.size() < MAX_COLUMNS) {
                columnOf[i] = columns.size();
                columns.add(own);
            } else {
                others.addAll(groups.get(i).records());
            }
        }
        for (int i = 0; i < columnOf.length; i++) {
            columnOf[i] = columnOf[i] < 0 ? columns.size() : columnOf[i];
        }
        if (!others.isEmpty()) {
            columns.add(TimestampColumn.of(others));
        }
        return new SharedTimestamps(columns, columnOf);
    }

    /** Index of the column with at least half of these timestamps; -1 if there is none. */
    private static int indexOfShared(List<TimestampColumn> columns, TimestampColumn own) {
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).shared(own) * 2 >= own.micros().length)
                .findFirst()
                .orElse(-1);
    }
}
