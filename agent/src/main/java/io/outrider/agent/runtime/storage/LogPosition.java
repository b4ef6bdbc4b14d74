package io.outrider.agent.runtime.storage;

/** Position of a record: the number of its segment, and the offset of its first byte in that file. */
public record LogPosition(long segment, int offset) {
    public String file() {
        return Segments.name(segment);
    }

    @Override
    public String toString() {
        return "byte " + offset + " of " + file();
    }
}
