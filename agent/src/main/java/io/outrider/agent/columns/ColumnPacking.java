package io.outrider.agent.columns;

import io.outrider.agent.buffer.Numbered;
import io.outrider.agent.buffer.Packing;
import java.io.IOException;
import java.util.List;

/**
 * Records by column, as they lie on the disk. {@link #pack} throws IllegalArgumentException for more than 20,000 records
 * or a million values at once.
 */
public final class ColumnPacking implements Packing {
    @Override
    public byte[] pack(List<Numbered> records) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Numbered> unpack(byte[] packed) throws IOException {
        throw new UnsupportedOperationException();
    }
}
