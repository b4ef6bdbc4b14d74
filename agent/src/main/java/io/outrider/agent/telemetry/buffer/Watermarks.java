package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.SlotFile;
import io.outrider.agent.telemetry.buffer.SequenceRanges.SequenceRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * High-water marks of the buffer: records forced to the disk, and those of them that are done. They reveal on the next
 * start cut, overwritten or removed files that the logs themselves cannot.
 *
 * @param run of the process
 * @param previousRun of the last frame of the active log when this run began; 0 if there was none
 * @param firstOrdinal of the run in the active log
 * @param last sequence that was forced
 * @param clean whether the run has ended in order
 * @param logs by number
 */
record Watermarks(
        long run, long previousRun, long boot, long firstOrdinal, long last, boolean clean, List<LogMark> logs) {
    private static final int FIXED_BYTES = 1 + 5 * 8 + 1 + 1;
    private static final int LOG_BYTES = 8 + 8 + 2;
    private static final int RANGE_BYTES = 16;
    private static final byte VERSION = 1;

    /**
     * High-water mark of one log.
     *
     * @param next lower ordinals were forced
     * @param doneKnownBelow limit of the ordinals whose done state is known
     * @param done ranges, ascending
     */
    record LogMark(long next, long doneKnownBelow, List<SequenceRange> done) {
        /** @param finished all done ranges; those that do not fit are left out */
        static LogMark of(long next, List<SequenceRange> finished, int maxRanges) {
            List<SequenceRange> all = finished.stream()
                    .filter(each -> each.from() < next)
                    .map(each -> new SequenceRange(
                            each.from(), Math.min(each.to(), next - 1))) // a power cut may take the others
                    .toList();
            boolean fits = all.size() <= maxRanges;
            List<SequenceRange> done = fits ? all : all.subList(0, maxRanges);
            return new LogMark(next, fits ? Long.MAX_VALUE : all.get(maxRanges).from(), List.copyOf(done));
        }
    }

    /** Ranges that fit for each of so many logs. */
    static int maxRanges(int logs) {
        return (SlotFile.MAX_VALUE_BYTES - FIXED_BYTES - logs * LOG_BYTES) / RANGE_BYTES / logs;
    }

    byte[] bytes() {
        int ranges = logs.stream().mapToInt(each -> each.done().size()).sum();
        ByteBuffer into = ByteBuffer.allocate(FIXED_BYTES + logs.size() * LOG_BYTES + ranges * RANGE_BYTES);
        into.put(VERSION)
                .putLong(run)
                .putLong(previousRun)
                .putLong(boot)
                .putLong(firstOrdinal)
                .putLong(last);
        into.put((byte) (clean ? 1 : 0)).put((byte) logs.size());
        for (LogMark each : logs) {
            into.putLong(each.next()).putLong(each.doneKnownBelow()).putShort((short)
                    each.done().size());
            each.done().forEach(range -> into.putLong(range.from()).putLong(range.to()));
        }
        return into.array();
    }

    /** @return null if the bytes are no valid marks of so many logs */
    static Watermarks of(byte[] bytes, int logs) {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        if (bytes.length < FIXED_BYTES || from.get() != VERSION) {
            return null;
        }
        Watermarks read = new Watermarks(
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.get() == 1,
                logMarks(from));
        return read.logs.size() == logs ? read : null;
    }

    private static List<LogMark> logMarks(ByteBuffer from) {
        List<LogMark> marks = new ArrayList<>();
        for (int remaining = from.get(); remaining > 0 && from.remaining() >= LOG_BYTES; remaining--) {
            long next = from.getLong();
            long doneKnownBelow = from.getLong();
            List<SequenceRange> done = new ArrayList<>();
            for (int ranges = from.getShort(); ranges > 0 && from.remaining() >= RANGE_BYTES; ranges--) {
                done.add(new SequenceRange(from.getLong(), from.getLong()));
            }
            marks.add(new LogMark(next, doneKnownBelow, done));
        }
        return List.copyOf(marks);
    }
}
