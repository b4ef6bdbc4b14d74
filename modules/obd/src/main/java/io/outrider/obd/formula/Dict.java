package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Dictionary in insertion order; immutable after construction. */
final class Dict {
    private final Map<Object, Object[]> entries = new LinkedHashMap<>();

    void put(Object key, Object value, Evaluation run) {
        Object normal = Key.of(key, run);
        Object[] present = entries.get(normal);
        if (present != null) {
            present[1] = value;
            return;
        }
        if (entries.size() >= run.limits.size()) {
            throw EvaluationFailure.refused("a dictionary of more than " + run.limits.size() + " keys");
        }
        run.step();
        run.holdElements(2);
        entries.put(normal, new Object[] {key, value});
    }

    /** Key and value, or null. */
    Object[] find(Object key, Evaluation run) {
        return entries.get(Key.of(key, run));
    }

    int size() {
        return entries.size();
    }

    /** Key and value pairs. */
    Iterable<Object[]> entries() {
        return entries.values();
    }

    Object[] keys() {
        return column(0).toArray();
    }

    Object[] values() {
        return column(1).toArray();
    }

    Object[] items() {
        List<Object> pairs = new ArrayList<>();
        entries.values().forEach(e -> pairs.add(Sequence.tuple(e[0], e[1])));
        return pairs.toArray();
    }

    private List<Object> column(int which) {
        List<Object> column = new ArrayList<>();
        entries.values().forEach(e -> column.add(e[which]));
        return column;
    }

    /** Result of keys(), values() and items(): iterable, not indexable. */
    record View(String kind, Object[] items) {}
}
