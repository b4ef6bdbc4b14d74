package io.outrider.bench.soak;

import io.outrider.wire.columns.BatchCodec;
import java.io.IOException;
import java.util.List;

/** Decoder of columnar batches, by the agent's own codec. */
public final class BatchesOfColumns implements BatchReader {
    private final BatchCodec codec = new BatchCodec();

    @Override
    public List<Row> read(byte[] payload) throws IOException {
        BatchCodec.Rows rows = codec.decode(payload);
        return rows.rows().stream()
                .map(each -> new Row(rows.unit(), rows.boot(), each.sequence(), each.row()))
                .toList();
    }
}
