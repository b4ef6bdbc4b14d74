package io.outrider.agent.runtime.storage;

/**
 * Where a record is.
 *
 * @param segment the number of its file
 * @param offset of its first byte in there
 */
public record LogPosition(long segment, int offset) {
    /** The name of its file. */
    public String file() {
        return Segments.name(segment);
    }

    @Override
    public String toString() {
        return "byte " + offset + " of " + file();
    }
}
