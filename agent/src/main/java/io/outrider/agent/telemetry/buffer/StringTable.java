package io.outrider.agent.telemetry.buffer;

/** Limits of the string table of a frame: a repeated string is written once, then as its index. */
final class StringTable {
    /** Characters; longer strings rarely repeat. */
    static final int MAX_LENGTH = 64;

    /** Per frame. */
    static final int MAX_ENTRIES = 1_000;

    private StringTable() {}
}
