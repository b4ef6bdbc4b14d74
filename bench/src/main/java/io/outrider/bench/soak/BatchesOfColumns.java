package io.outrider.bench.soak;

import java.io.IOException;
import java.util.List;

/** The batches that the agent publishes, read by its own codec. */
final class BatchesOfColumns implements BatchReader {
    @Override
    public List<Row> read(byte[] payload) throws IOException {
        throw new IOException("there is no codec yet");
    }
}
