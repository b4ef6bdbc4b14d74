package io.outrider.bench.soak;

import java.util.ArrayList;
import java.util.List;

/** What is wrong for good: the first few, and how many more. Not for several threads. */
final class Violations {
    private static final int MOST = 10;

    private final List<String> first = new ArrayList<>();
    private long count;

    void add(String what) {
        count++;
        if (first.size() < MOST) {
            first.add(what);
        }
    }

    /** A new list. */
    List<String> all() {
        List<String> all = new ArrayList<>(first);
        if (count > first.size()) {
            all.add(count - first.size() + " more of the kind");
        }
        return all;
    }
}
