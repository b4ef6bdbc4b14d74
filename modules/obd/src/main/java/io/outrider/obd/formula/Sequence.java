package io.outrider.obd.formula;

import java.util.List;

/** List or tuple; never changed once made. */
final class Sequence {
    final Object[] items;
    final boolean tuple;

    private Sequence(Object[] items, boolean tuple) {
        this.items = items;
        this.tuple = tuple;
    }

    static Sequence list(Object... items) {
        return new Sequence(items, false);
    }

    static Sequence list(List<Object> items) {
        return new Sequence(items.toArray(), false);
    }

    static Sequence tuple(Object... items) {
        return new Sequence(items, true);
    }

    Sequence same(Object[] others) {
        return new Sequence(others, tuple);
    }
}
