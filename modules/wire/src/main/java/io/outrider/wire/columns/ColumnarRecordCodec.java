package io.outrider.wire.columns;

import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Columnar codec for the disk. {@link #pack} throws IllegalArgumentException for more than 20,000 records or about a
 * million values.
 */
public final class ColumnarRecordCodec implements RecordCodec {
    private final ColumnarWriter writer = new ColumnarWriter(true);
    private final ColumnarReader reader = new ColumnarReader(true);

    @Override
    public byte[] pack(List<SequencedRecord> records) {
        return writer.write(Map.of(), records);
    }

    @Override
    public List<SequencedRecord> unpack(byte[] bytes) throws IOException {
        return reader.read(bytes).records();
    }
}
