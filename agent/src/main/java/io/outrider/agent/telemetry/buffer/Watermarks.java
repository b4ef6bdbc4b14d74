package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.SlotFile;
import io.outrider.agent.telemetry.buffer.SequenceRanges.Range;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * High-water marks of the buffer: what was on the disk for certain, and what of that was done with. Tell at the next start
 * what was cut off, overwritten or removed, where the lanes themselves cannot.
 *
 * @param run of the process
 * @param before the run of which the last frame of the fresh lane was when this one began; 0 if there was none
 * @param clean whether the run has ended in order
 * @param begun ordinal of the first record of the run in the fresh lane
 * @param last sequence that was on the disk
 * @param lanes by number
 */
record Watermarks(long run, long before, long boot, boolean clean, long begun, long last, List<LaneMark> lanes) {
    private static final int FIXED = 1 + 5 * 8 + 1 + 1;
    private static final int FIXED_OF_LANE = 8 + 8 + 2;
    private static final int EACH = 16; // bytes of a range
    private static final byte VERSION = 1;

    /**
     * That of one lane.
     *
     * @param next ordinals below were on the disk
     * @param known of ordinals below, it is known whether they were done with
     * @param done those that were, in order
     */
    record LaneMark(long next, long known, List<Range> done) {
        /** @param finished all that are done; those for which there is no room are left out */
        static LaneMark of(long next, List<Range> finished, int most) {
            List<Range> all = finished.stream()
                    .filter(each -> each.from() < next)
                    .map(each ->
                            new Range(each.from(), Math.min(each.to(), next - 1))) // a power cut may take the others
                    .toList();
            boolean isAll = all.size() <= most;
            List<Range> done = isAll ? all : all.subList(0, most);
            return new LaneMark(next, isAll ? Long.MAX_VALUE : all.get(most).from(), List.copyOf(done));
        }
    }

    /** Ranges for which there is room in each of so many lanes. */
    static int mostRanges(int lanes) {
        return (SlotFile.LARGEST - FIXED - lanes * FIXED_OF_LANE) / EACH / lanes;
    }

    byte[] bytes() {
        int ranges = lanes.stream().mapToInt(each -> each.done().size()).sum();
        ByteBuffer into = ByteBuffer.allocate(FIXED + lanes.size() * FIXED_OF_LANE + ranges * EACH);
        into.put(VERSION)
                .putLong(run)
                .putLong(before)
                .putLong(boot)
                .putLong(begun)
                .putLong(last);
        into.put((byte) (clean ? 1 : 0)).put((byte) lanes.size());
        for (LaneMark each : lanes) {
            into.putLong(each.next()).putLong(each.known()).putShort((short)
                    each.done().size());
            each.done().forEach(range -> into.putLong(range.from()).putLong(range.to()));
        }
        return into.array();
    }

    /** @return null if it can be none of so many lanes */
    static Watermarks of(byte[] bytes, int lanes) {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        if (bytes.length < FIXED || from.get() != VERSION) {
            return null;
        }
        long run = from.getLong();
        long before = from.getLong();
        long boot = from.getLong();
        long begun = from.getLong();
        long last = from.getLong();
        boolean clean = from.get() == 1;
        List<LaneMark> marks = new ArrayList<>();
        for (int left = from.get(); left > 0 && from.remaining() >= FIXED_OF_LANE; left--) {
            long next = from.getLong();
            long known = from.getLong();
            List<Range> done = new ArrayList<>();
            for (int ranges = from.getShort(); ranges > 0 && from.remaining() >= EACH; ranges--) {
                done.add(new Range(from.getLong(), from.getLong()));
            }
            marks.add(new LaneMark(next, known, done));
        }
        return marks.size() != lanes ? null : new Watermarks(run, before, boot, clean, begun, last, List.copyOf(marks));
    }
}
