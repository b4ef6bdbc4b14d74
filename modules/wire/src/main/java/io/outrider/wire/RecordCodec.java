package io.outrider.wire;

import java.io.IOException;
import java.util.List;

/** Codec of many records for the disk. Any thread. */
public interface RecordCodec {
    /** @param records of one run, ascending */
    byte[] pack(List<SequencedRecord> records);

    /**
     * Decodes the records, timestamps included.
     *
     * @throws IOException if the bytes are not from {@link #pack}
     */
    List<SequencedRecord> unpack(byte[] packed) throws IOException;
}
