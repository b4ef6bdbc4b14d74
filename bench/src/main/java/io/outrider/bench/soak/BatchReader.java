package io.outrider.bench.soak;

import java.io.IOException;
import java.util.List;

/** Decoder of a unit's telemetry batches. */
@FunctionalInterface
public interface BatchReader {
    /** @return the records in order */
    List<Row> read(byte[] payload) throws IOException;
}
