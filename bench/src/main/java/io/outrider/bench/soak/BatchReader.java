package io.outrider.bench.soak;

import java.io.IOException;
import java.util.List;

/** Reads what a unit publishes. */
@FunctionalInterface
public interface BatchReader {
    /** @return what is in it, in its order */
    List<Row> read(byte[] payload) throws IOException;
}
