package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonGenerator;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records of one type and one shape: the same members in the same order, in objects within them too. */
final class ColumnGroup {
    /** Objects deeper than this stay values. */
    private static final int DEEPEST = 8;

    private enum Mark {
        OPEN,
        CLOSE
    }

    private record Key(String type, List<Object> shape) {}

    private final Key key;
    private final List<SequencedRecord> records = new ArrayList<>();
    private final List<List<Object>> columns = new ArrayList<>();

    private ColumnGroup(Key key) {
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
     * In the order in which they stand where they share a moment.
     *
     * @param order gets the group of each record
     */
    static List<ColumnGroup> of(List<SequencedRecord> records, int[] order, SizeBudget allowance) throws IOException {
        List<ColumnGroup> found = find(records, order, allowance);
        List<Integer> turns = turns(records, order, found.size());
        List<ColumnGroup> groups = new ArrayList<>();
        int[] turn = new int[found.size()];
        for (int each : turns) {
            turn[each] = groups.size();
            groups.add(found.get(each));
        }
        for (int i = 0; i < order.length; i++) {
            order[i] = turn[order[i]];
        }
        return groups;
    }

    /** A group is put where its first record stands among those of the same moment. */
    private static List<Integer> turns(List<SequencedRecord> records, int[] order, int count) {
        List<Integer> turns = new ArrayList<>();
        boolean[] placed = new boolean[count];
        for (int i = 0; i < order.length; i++) {
            if (placed[order[i]]) {
                continue;
            }
            boolean follows = i > 0 && isTogether(records, i - 1, i);
            int behind = i + 1;
            while (!follows && behind < order.length && isTogether(records, i, behind) && !placed[order[behind]]) {
                behind++;
            }
            if (follows) {
                turns.add(turns.indexOf(order[i - 1]) + 1, order[i]);
            } else if (behind < order.length && isTogether(records, i, behind)) {
                turns.add(turns.indexOf(order[behind]), order[i]);
            } else {
                turns.add(order[i]);
            }
            placed[order[i]] = true;
        }
        return turns;
    }

    private static boolean isTogether(List<SequencedRecord> records, int one, int other) {
        return records.get(one).record().at().micros()
                == records.get(other).record().at().micros();
    }

    private static List<ColumnGroup> find(List<SequencedRecord> records, int[] order, SizeBudget allowance)
            throws IOException {
        Map<Key, Integer> known = new LinkedHashMap<>();
        List<ColumnGroup> groups = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < order.length; i++) {
            SequencedRecord record = records.get(i);
            List<Object> shape = new ArrayList<>();
            values.clear();
            flatten(record.record().fields(), 1, shape, values);
            allowance.take(2L * shape.size() + 4);
            Key key = new Key(record.record().type(), shape);
            Integer index = known.putIfAbsent(key, groups.size());
            if (index == null) {
                allowance.take(8L * shape.size() + 16);
                index = groups.size();
                groups.add(new ColumnGroup(key));
            }
            order[i] = index;
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
            if (each.getValue() instanceof Map<?, ?> inner && depth < DEEPEST) {
                shape.add(Mark.OPEN);
                flatten(inner, depth + 1, shape, values);
                shape.add(Mark.CLOSE);
            } else {
                values.add(each.getValue());
            }
        }
    }

    /** An object of the rows' shape, with columns for its values. */
    void write(JsonGenerator to, SizeBudget allowance) throws IOException {
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
                    Column.write(to, columns.get(column++), allowance);
                }
            }
        }
        to.writeEndObject();
    }

    /** The rows that an object with columns stands for. */
    static List<Map<String, Object>> rows(Map<?, ?> template, int count, SizeBudget allowance) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(new LinkedHashMap<>());
        }
        fill(rows, template, count, allowance);
        return rows;
    }

    private static void fill(List<Map<String, Object>> rows, Map<?, ?> template, int count, SizeBudget allowance)
            throws IOException {
        for (Map.Entry<?, ?> each : template.entrySet()) {
            allowance.take(count);
            List<?> values;
            if (each.getValue() instanceof Map<?, ?> inner) {
                values = rows(inner, count, allowance);
            } else if (each.getValue() instanceof List<?> column) {
                values = Column.read(column, count);
            } else {
                throw new IOException("a member of a row is neither a column nor an object");
            }
            for (int i = 0; i < count; i++) {
                rows.get(i).put((String) each.getKey(), values.get(i));
            }
        }
    }
}
