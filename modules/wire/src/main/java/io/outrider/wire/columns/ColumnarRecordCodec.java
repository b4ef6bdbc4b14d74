package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonFactory;
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
    private final ColumnarWriter writer;
    private final ColumnarReader reader;

    public ColumnarRecordCodec() {
        JsonFactory factory = JsonValues.factory();
        writer = new ColumnarWriter(factory, true);
        reader = new ColumnarReader(factory, true);
    }

    @Override
    public byte[] pack(List<SequencedRecord> records) {
        return writer.write(Map.of(), records);
    }

    @Override
    public List<SequencedRecord> unpack(byte[] bytes) throws IOException {
        return reader.read(bytes).records();
    }
}
