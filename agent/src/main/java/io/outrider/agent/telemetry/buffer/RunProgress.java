package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.MissingRecords.BufferDamage;
import io.outrider.agent.telemetry.buffer.Watermarks.LogMark;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Progress of the current run: sequences allocated and forced, and its first ordinal in the active log. Guarded by the
 * lock of the buffer.
 */
final class RunProgress {
    final long run;
    final long boot;
    private final RecordLog active;
    private long sequence;
    private long confirmed; // last sequence that was forced
    private long previousRun;
    private long firstOrdinal;
    private BufferDamage damage = BufferDamage.NONE;

    RunProgress(RecordLog active, long run, long boot) {
        this.active = active;
        this.run = run;
        this.boot = boot;
    }

    /** @param previousRun of the last frame found on opening; 0 if there is none */
    void recovered(long previousRun, BufferDamage found) {
        this.previousRun = previousRun;
        damage = found;
        firstOrdinal = active.next();
    }

    BufferDamage damage() {
        return damage;
    }

    long nextSequence() {
        return sequence + 1;
    }

    void allocate(int count) {
        sequence += count;
    }

    /** Ordinal and sequence that the next fsync of the active log covers. */
    ForcePoint forcePoint() {
        return new ForcePoint(active.next(), sequence);
    }

    /** @param next ordinal */
    record ForcePoint(long next, long sequence) {}

    /** The active log was forced up to this point. */
    void onForced(ForcePoint point) {
        active.confirm(point.next());
        confirmed = Math.max(confirmed, point.sequence());
    }

    Watermarks watermarks(List<RecordLog> logs, boolean clean) {
        int ranges = Watermarks.maxRanges(logs.size());
        List<LogMark> marks = logs.stream().map(each -> each.mark(ranges)).toList();
        return new Watermarks(run, previousRun, boot, firstOrdinal, confirmed, clean, marks);
    }

    RunCheckpoint checkpoint(boolean clean) {
        return new RunCheckpoint(active.next(), active.done.low(), run, boot, sequence, clean);
    }

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
}
