package io.outrider.wire;

import java.io.IOException;
import java.util.List;

/** How records lie on the disk when there are many. Any thread. */
public interface RecordCodec {
    /** @param records of one run, ascending */
    byte[] pack(List<SequencedRecord> records);

    /**
     * The same records, moments included.
     *
     * @throws IOException if it is nothing that {@link #pack} has made
     */
    List<SequencedRecord> unpack(byte[] packed) throws IOException;
}
