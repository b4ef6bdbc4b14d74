package io.outrider.agent.telemetry.buffer;

/** Which texts of a frame are told once, and then by their number. */
final class StringTable {
    /** Characters; what is longer hardly comes twice. */
    static final int LONGEST = 64;

    /** In one frame. */
    static final int MOST = 1_000;

    private StringTable() {}
}
