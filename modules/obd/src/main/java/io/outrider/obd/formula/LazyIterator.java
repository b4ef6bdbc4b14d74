package io.outrider.obd.formula;

import java.util.Iterator;

/** A value that can be walked once: a generator, zip, map and their like. */
record LazyIterator(String kind, Iterator<Object> iterator) {}
