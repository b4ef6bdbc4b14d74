package io.outrider.agent.telemetry.buffer;

import java.nio.ByteBuffer;

/**
 * How far a run of the process is, as the fresh lane tells.
 *
 * @param next ordinal of the lane
 * @param low all ordinals below are done with
 * @param last sequence
 * @param clean whether the run has ended in order
 */
record RunCheckpoint(long next, long low, long run, long boot, long last, boolean clean) {
    private static final int LENGTH = 1 + 5 * 8 + 1;

    byte[] frame() {
        ByteBuffer into = ByteBuffer.allocate(LENGTH).put(FrameHeader.STATE);
        into.putLong(next).putLong(low).putLong(run).putLong(boot).putLong(last);
        return into.put((byte) (clean ? 1 : 0)).array();
    }

    /** @return null if it cannot be one */
    static RunCheckpoint of(ByteBuffer from) {
        if (from.remaining() != LENGTH || from.get() != FrameHeader.STATE) {
            return null;
        }
        return new RunCheckpoint(
                from.getLong(), from.getLong(), from.getLong(), from.getLong(), from.getLong(), from.get() == 1);
    }
}
