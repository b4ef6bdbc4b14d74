package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonGenerator;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Group of records of one type and shape: the same members in the same order, nested objects included. */
final class ColumnGroup {
    /** Deeper objects are kept as single values. */
    private static final int MAX_DEPTH = 8;

    private enum Mark {
        OPEN,
        CLOSE
    }

    /** @param shape names of members, each object followed by its members between marks */
    private record GroupKey(String type, List<Object> shape) {}

    private final GroupKey key;
    private final List<SequencedRecord> records = new ArrayList<>();
    private final List<List<Object>> columns = new ArrayList<>();

    private ColumnGroup(GroupKey key) {
        this.key = key;
        for (int i = 0; i < key.shape.size(); i++) {
            boolean leaf = key.shape.get(i) instanceof String
                    && (i + 1 == key.shape.size() || key.shape.get(i + 1) != Mark.OPEN);
            if (leaf) {
                columns.add(new ArrayList<>());
            }
        }
    }

    String type() {
        return key.type;
    }

    List<SequencedRecord> records() {
        return records;
    }

    /**
     * Groups in the order of their records within a shared timestamp.
     *
     * @param groupOf receives the group index of each record
     */
    static List<ColumnGroup> of(List<SequencedRecord> records, int[] groupOf, SizeBudget budget) throws IOException {
        List<ColumnGroup> unordered = collect(records, groupOf, budget);
        List<Integer> arrangement = arrange(records, groupOf, unordered.size());
        List<ColumnGroup> groups = new ArrayList<>();
        int[] positions = new int[unordered.size()];
        for (int each : arrangement) {
            positions[each] = groups.size();
            groups.add(unordered.get(each));
        }
        for (int i = 0; i < groupOf.length; i++) {
            groupOf[i] = positions[groupOf[i]];
        }
        return groups;
    }

    /** Places each group where its first record stands among those of the same timestamp. */
    private static List<Integer> arrange(List<SequencedRecord> records, int[] groupOf, int count) {
        List<Integer> arrangement = new ArrayList<>();
        boolean[] placed = new boolean[count];
        for (int i = 0; i < groupOf.length; i++) {
            if (placed[groupOf[i]]) {
                continue;
            }
            boolean follows = i > 0 && shareTimestamp(records, i - 1, i);
            int after = i + 1;
            while (!follows && after < groupOf.length && shareTimestamp(records, i, after) && !placed[groupOf[after]]) {
                after++;
            }
            if (follows) {
                arrangement.add(arrangement.indexOf(groupOf[i - 1]) + 1, groupOf[i]);
            } else if (after < groupOf.length && shareTimestamp(records, i, after)) {
                arrangement.add(arrangement.indexOf(groupOf[after]), groupOf[i]);
            } else {
                arrangement.add(groupOf[i]);
            }
            placed[groupOf[i]] = true;
        }
        return arrangement;
    }

    private static boolean shareTimestamp(List<SequencedRecord> records, int one, int other) {
        return records.get(one).record().at().micros()
                == records.get(other).record().at().micros();
    }

    private static List<ColumnGroup> collect(List<SequencedRecord> records, int[] groupOf, SizeBudget budget)
            throws IOException {
        Map<GroupKey, Integer> indexes = new LinkedHashMap<>();
        List<ColumnGroup> groups = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < groupOf.length; i++) {
            SequencedRecord record = records.get(i);
            List<Object> shape = new ArrayList<>();
            values.clear();
            flatten(record.record().fields(), 1, shape, values);
            budget.take(2L * shape.size() + 4);
            GroupKey key = new GroupKey(record.record().type(), shape);
            Integer index = indexes.putIfAbsent(key, groups.size());
            if (index == null) {
                budget.take(8L * shape.size() + 16);
                index = groups.size();
                groups.add(new ColumnGroup(key));
            }
            groupOf[i] = index;
            ColumnGroup group = groups.get(index);
            group.records.add(record);
            for (int column = 0; column < values.size(); column++) {
                group.columns.get(column).add(values.get(column));
            }
        }
        return groups;
    }

    private static void flatten(Map<?, ?> object, int depth, List<Object> shape, List<Object> values) {
        for (Map.Entry<?, ?> each : object.entrySet()) {
            shape.add(JsonValues.name(each.getKey()));
            if (each.getValue() instanceof Map<?, ?> inner && depth < MAX_DEPTH) {
                shape.add(Mark.OPEN);
                flatten(inner, depth + 1, shape, values);
                shape.add(Mark.CLOSE);
            } else {
                values.add(each.getValue());
            }
        }
    }

    /** Writes an object of the shape of the rows, with columns as values. */
    void write(JsonGenerator to, SizeBudget budget) throws IOException {
        int column = 0;
        to.writeStartObject();
        for (int i = 0; i < key.shape.size(); i++) {
            Object each = key.shape.get(i);
            if (each == Mark.OPEN) {
                to.writeStartObject();
            } else if (each == Mark.CLOSE) {
                to.writeEndObject();
            } else {
                to.writeFieldName((String) each);
                if (i + 1 == key.shape.size() || key.shape.get(i + 1) != Mark.OPEN) {
                    Column.write(to, columns.get(column++), budget);
                }
            }
        }
        to.writeEndObject();
    }

    /** Rows of an object with columns. */
    static List<Map<String, Object>> rows(Map<?, ?> template, int count, SizeBudget budget) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(new LinkedHashMap<>());
        }
        fill(rows, template, count, budget);
        return rows;
    }

    private static void fill(List<Map<String, Object>> rows, Map<?, ?> template, int count, SizeBudget budget)
            throws IOException {
        for (Map.Entry<?, ?> each : template.entrySet()) {
            budget.take(count);
            List<?> values;
            if (each.getValue() instanceof Map<?, ?> inner) {
                values = rows(inner, count, budget);
            } else {
                values = Column.read("row", each.getValue(), count);
            }
            for (int i = 0; i < count; i++) {
                rows.get(i).put((String) each.getKey(), values.get(i));
            }
        }
    }
}
