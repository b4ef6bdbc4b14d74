package io.outrider.obd.formula;

import java.util.Iterator;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Value that can be iterated over once: a generator, zip(), enumerate() or reversed(). */
record LazyIterator(String kind, BooleanSupplier more, Supplier<Object> following) implements Iterator<Object> {
    @Override
    public boolean hasNext() {
        return more.getAsBoolean();
    }

    @Override
    public Object next() {
        return following.get();
    }
}
