package io.outrider.agent.runtime.storage;

/**
 * Position of a record.
 *
 * @param segment number of its file
 * @param offset of its first byte in the file
 */
public record LogPosition(long segment, int offset) {
    public String file() {
        return Segments.name(segment);
    }

    @Override
    public String toString() {
        return "byte " + offset + " of " + file();
    }
}
