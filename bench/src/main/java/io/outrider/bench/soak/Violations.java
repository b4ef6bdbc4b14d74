package io.outrider.bench.soak;

import java.util.ArrayList;
import java.util.List;

/** List of permanent violations: the first few, and the number of the others. One thread. */
final class Violations {
    private static final int MAX_LISTED = 10;

    private final List<String> first = new ArrayList<>();
    private long count;

    void add(String what) {
        count++;
        if (first.size() < MAX_LISTED) {
            first.add(what);
        }
    }

    List<String> all() {
        List<String> all = new ArrayList<>(first);
        if (count > first.size()) {
            all.add(count - first.size() + " more of the kind");
        }
        return all;
    }
}
