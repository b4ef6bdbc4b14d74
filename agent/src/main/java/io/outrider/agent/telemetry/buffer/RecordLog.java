package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.LogPosition;
import io.outrider.agent.runtime.storage.RecordVisitor;
import io.outrider.agent.runtime.storage.SegmentedLog;
import io.outrider.agent.telemetry.buffer.SequenceRanges.Range;
import io.outrider.agent.telemetry.buffer.Watermarks.LaneMark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One log of frames, and what is known of it. Guarded by the stock's lock, but for what forces and drops. */
final class RecordLog {
    private static final int RANGES_IN_FRAME = 10_000;

    final int number;
    private final Path folder;
    private final int segmentBytes;
    private final Disk disk;
    private final TreeMap<Long, PendingFrame> blocks = new TreeMap<>(); // that hold something wanted, by ordinal
    private final Map<Long, Integer> live = new HashMap<>(); // how many of them, by segment
    private final SequenceRanges done = new SequenceRanges(); // ordinals
    private final List<Range> owed = new ArrayList<>(); // ranges that are done when the fresh lane has been forced
    private final List<Range> due = new ArrayList<>(); // those of them for which it is being forced
    private volatile SegmentedLog log; // null until it could be opened
    private volatile IOException why = new IOException("it is not open"); // there is no log
    private long next; // ordinal
    private long confirmed; // ordinals below were on the disk for certain
    private boolean isBehind; // whether there is something done that is not in the log

    RecordLog(int number, Path folder, int segmentBytes, Disk disk) {
        this.number = number;
        this.folder = folder;
        this.segmentBytes = segmentBytes;
        this.disk = disk;
    }

    boolean isOpen() {
        return log != null;
    }

    void open(RecordVisitor visitor) throws IOException {
        log = SegmentedLog.open(folder, segmentBytes, visitor, disk, null);
    }

    /** None of the lanes can be used until all can. */
    void cannotOpen(IOException why) {
        close();
        this.why = why;
    }

    private SegmentedLog log() throws IOException {
        SegmentedLog opened = log;
        if (opened == null) {
            throw why;
        }
        return opened;
    }

    /** All that was ever written there: found, done with, or missing. */
    void counts(long upTo) {
        next = Math.max(next, upTo);
    }

    long next() {
        return next;
    }

    /** All below was forced. */
    void confirm(long upTo) {
        confirmed = Math.max(confirmed, upTo);
    }

    /** @param ranges that there is room for */
    LaneMark mark(int ranges) {
        return LaneMark.of(confirmed, done.all(), ranges);
    }

    SequenceRanges done() {
        return done;
    }

    /** The blocks as frames that are to be written next, in this order. */
    List<byte[]> frames(List<PendingFrame> batch) {
        List<byte[]> frames = new ArrayList<>(batch.size());
        long at = next;
        for (PendingFrame block : batch) {
            frames.add(block.placed(at, done.low()));
            at += block.head().count();
        }
        return frames;
    }

    /** Writes frames; the death of the process does not take them. */
    List<LogPosition> note(List<byte[]> frames) throws IOException {
        return log().note(frames);
    }

    /** That the blocks have been written. */
    void written(List<PendingFrame> batch, List<LogPosition> places) {
        for (int i = 0; i < batch.size(); i++) {
            PendingFrame block = batch.get(i);
            block.isAt(places.get(i));
            next += block.head().count();
            if (block.left() > 0) {
                put(block);
            }
            block.done.stream().forEach(index -> {
                done.add(ordinal(block, index), ordinal(block, index));
                isBehind = true;
            });
        }
    }

    void put(PendingFrame block) {
        if (blocks.put(block.head().ordinal(), block) == null) {
            live.merge(block.place().segment(), 1, Integer::sum);
        }
    }

    void remove(PendingFrame block) {
        if (blocks.remove(block.head().ordinal(), block)) {
            live.computeIfPresent(block.place().segment(), (segment, count) -> count == 1 ? null : count - 1);
        }
    }

    static long ordinal(PendingFrame block, int index) {
        return block.head().ordinal() + index;
    }

    Collection<PendingFrame> blocks() {
        return blocks.values();
    }

    Collection<PendingFrame> blocksFromTheEnd() {
        return blocks.descendingMap().values();
    }

    /** Those of the oldest segment that holds any. */
    List<PendingFrame> ofOldestSegment() {
        List<PendingFrame> found = new ArrayList<>();
        long oldest = live.keySet().stream().mapToLong(each -> each).min().orElse(-1);
        for (PendingFrame block : blocks.values()) {
            if (block.place().segment() == oldest) {
                found.add(block);
            }
        }
        return found;
    }

    /**
     * Those of the oldest segment that goes when they are given up: nothing of it is taken, and it is not appended to, or
     * nothing else is left. Empty if there is none.
     */
    List<PendingFrame> expendable() {
        TreeMap<Long, List<PendingFrame>> found = new TreeMap<>();
        for (PendingFrame block : blocks.values()) {
            found.computeIfAbsent(block.place().segment(), segment -> new ArrayList<>())
                    .add(block);
        }
        SegmentedLog opened = log;
        List<Long> there = opened == null ? List.of() : opened.segments();
        for (Map.Entry<Long, List<PendingFrame>> each : found.entrySet()) {
            boolean isNewest = there.isEmpty() || each.getKey().equals(there.get(there.size() - 1));
            if ((!isNewest || found.size() == 1)
                    && each.getValue().stream().allMatch(block -> block.free() == block.left())) {
                return each.getValue();
            }
        }
        return List.of();
    }

    /** How many segments hold something wanted. */
    int segments() {
        return live.size();
    }

    byte[] read(LogPosition place) throws IOException {
        return log().read(place);
    }

    /** Says in the log what is done with. */
    void done(SequenceRanges finished) {
        List<Range> merged = finished.all().stream()
                .map(each -> done.add(each.from(), each.to()))
                .distinct()
                .toList();
        isBehind |= !say(merged);
    }

    /** The same, but not before the fresh lane, which tells why, was forced. */
    void owe(Range range) {
        owed.add(range);
    }

    /** Everything that tells of what is owed has been written to the fresh lane. */
    void bill() {
        due.addAll(owed);
        owed.clear();
    }

    /** That lane has been forced since {@link #bill}. */
    void pay() {
        isBehind |= !due.isEmpty();
        due.forEach(done::add);
        due.clear();
    }

    boolean hasDebts() {
        return !owed.isEmpty() || !due.isEmpty();
    }

    /** @throws IOException if there is still something that the log does not say */
    void catchUp() throws IOException {
        if (isBehind) {
            if (!say(done.all())) {
                throw new IOException("what was delivered cannot be noted");
            }
            isBehind = false;
        }
    }

    private boolean say(List<Range> ranges) {
        try {
            for (int from = 0; from < ranges.size(); from += RANGES_IN_FRAME) {
                List<Range> part = ranges.subList(from, Math.min(ranges.size(), from + RANGES_IN_FRAME));
                ByteBuffer frame = ByteBuffer.allocate(1 + 16 * part.size()).put(FrameHeader.DONE);
                part.forEach(each -> frame.putLong(each.from()).putLong(each.to()));
                log().note(List.of(frame.array()));
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    void force() throws IOException {
        if (isOpen()) {
            log().force();
        }
    }

    /** The segments of which nothing is wanted, but for the newest. */
    List<Long> waste() {
        SegmentedLog opened = log;
        List<Long> segments = opened == null ? List.of() : opened.segments();
        return segments.stream()
                .limit(Math.max(0, segments.size() - 1))
                .filter(each -> !live.containsKey(each))
                .toList();
    }

    /** What segments say to be done with in older ones that stay is to be said again before they go. */
    void leaving(List<Long> waste) {
        long oldest = live.keySet().stream().mapToLong(each -> each).min().orElse(Long.MAX_VALUE);
        isBehind |= waste.stream().anyMatch(each -> each > oldest);
    }

    /** Whether there is something on the disk, and nothing of it is wanted. */
    boolean isUnused() {
        return blocks.isEmpty() && bytes() > 0;
    }

    /** The same, and nothing else has to be written before it can go. */
    boolean isWaste() {
        return isUnused() && !hasDebts();
    }

    /** Begins another segment. Not under the stock's lock. */
    void roll() throws IOException {
        log().roll();
    }

    /** Whether the sooner it is forced, the better. */
    boolean isFull() {
        SegmentedLog opened = log;
        return opened != null && opened.isFull();
    }

    void drop(long segment) throws IOException {
        log().drop(segment);
    }

    /** Deletes all there is, of which nothing is wanted; of a lane into which nothing comes meanwhile. */
    void clear() throws IOException {
        roll();
        List<Long> segments = log().segments();
        for (long each : segments.subList(0, segments.size() - 1)) {
            drop(each);
        }
    }

    long bytes() {
        SegmentedLog opened = log;
        return opened == null ? 0 : opened.bytes();
    }

    Path folder() {
        return folder;
    }

    String name() {
        return String.valueOf(folder.getFileName());
    }

    String file(LogPosition place) {
        return name() + "/" + place.file();
    }

    /** The files of which something could not be read on opening. */
    List<String> damagedFiles() {
        SegmentedLog opened = log;
        return opened == null
                ? List.of()
                : opened.damages().stream()
                        .map(each -> name() + "/" + each.file().getFileName())
                        .toList();
    }

    /** Places that could not be read on opening. */
    long damaged() {
        SegmentedLog opened = log;
        return opened == null ? 0 : opened.damaged();
    }

    void close() {
        SegmentedLog opened = log;
        log = null;
        if (opened != null) {
            opened.close();
        }
    }
}
