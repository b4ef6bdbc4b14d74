package io.outrider.obd.formula;

import java.util.Iterator;

/** Single-pass iterator: a generator, zip, map and similar ones. */
record LazyIterator(String kind, Iterator<Object> iterator) {}
