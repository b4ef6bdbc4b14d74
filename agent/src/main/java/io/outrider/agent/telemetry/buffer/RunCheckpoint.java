package io.outrider.agent.telemetry.buffer;

import java.nio.ByteBuffer;

/**
 * Checkpoint of a run in the active log.
 *
 * @param next ordinal of the log
 * @param low all lower ordinals are done
 * @param last sequence
 * @param clean whether the run has ended in order
 */
record RunCheckpoint(long next, long low, long run, long boot, long last, boolean clean) {
    private static final int LENGTH = 1 + 5 * 8 + 1;

    RunCheckpoint unclean() {
        return new RunCheckpoint(next, low, run, boot, last, false);
    }

    byte[] bytes() {
        ByteBuffer into = ByteBuffer.allocate(LENGTH).put(FrameHeader.CHECKPOINT);
        into.putLong(next).putLong(low).putLong(run).putLong(boot).putLong(last);
        return into.put((byte) (clean ? 1 : 0)).array();
    }

    /** @return null if the bytes are no valid checkpoint */
    static RunCheckpoint of(ByteBuffer from) {
        if (from.remaining() != LENGTH || from.get() != FrameHeader.CHECKPOINT) {
            return null;
        }
        return new RunCheckpoint(
                from.getLong(), from.getLong(), from.getLong(), from.getLong(), from.getLong(), from.get() == 1);
    }
}
