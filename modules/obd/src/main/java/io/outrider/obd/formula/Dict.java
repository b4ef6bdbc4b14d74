package io.outrider.obd.formula;

import java.util.LinkedHashMap;
import java.util.Map;

/** Dictionary in order of insertion; changed only while it is being made. */
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
        return entries.values().stream().map(entry -> entry[0]).toArray();
    }
}
