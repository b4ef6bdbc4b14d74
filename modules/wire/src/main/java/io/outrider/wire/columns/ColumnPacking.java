package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonFactory;
import io.outrider.wire.Numbered;
import io.outrider.wire.Packing;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Records by column, as they lie on the disk. {@link #pack} throws IllegalArgumentException for more than 20,000 records
 * or about a million values at once.
 */
public final class ColumnPacking implements Packing {
    private final SheetWriter writer;
    private final SheetReader reader;

    public ColumnPacking() {
        JsonFactory factory = Values.factory();
        writer = new SheetWriter(factory, true);
        reader = new SheetReader(factory, true);
    }

    @Override
    public byte[] pack(List<Numbered> records) {
        return writer.write(Map.of(), records);
    }

    @Override
    public List<Numbered> unpack(byte[] packed) throws IOException {
        return reader.read(packed).records();
    }
}
