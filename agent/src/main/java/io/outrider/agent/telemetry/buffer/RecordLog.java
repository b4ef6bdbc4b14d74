package io.outrider.agent.telemetry.buffer;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.LogPosition;
import io.outrider.agent.runtime.storage.SegmentedLog;
import io.outrider.agent.telemetry.buffer.SequenceRanges.SequenceRange;
import io.outrider.agent.telemetry.buffer.Watermarks.LogMark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Log of frames, with an index of the pending ones. Guarded by the lock of the buffer, except for fsync, roll and drop. */
final class RecordLog {
    private static final int RANGES_IN_FRAME = 10_000;

    final int number;
    final Path folder;
    private final int segmentBytes;
    private final Disk disk;
    private final TreeMap<Long, PendingFrame> frames = new TreeMap<>(); // pending, by ordinal
    private final Map<Long, Integer> live = new HashMap<>(); // number of pending frames by segment
    final SequenceRanges done = new SequenceRanges(); // ordinals
    private final List<SequenceRange> deferred = new ArrayList<>(); // done once the active log is forced
    private int staged; // number of deferred ranges covered by the fsync in progress
    private volatile SegmentedLog store; // null until opened
    private volatile IOException openFailure = new IOException("it is not open");
    private long next; // ordinal
    private long confirmed; // ordinals below are on the disk for certain
    private boolean hasUnloggedDone; // some done ranges are not in the log yet

    RecordLog(int number, Path folder, int segmentBytes, Disk disk) {
        this.number = number;
        this.folder = folder;
        this.segmentBytes = segmentBytes;
        this.disk = disk;
    }

    boolean isOpen() {
        return store != null;
    }

    void open(BiConsumer<LogPosition, byte[]> visitor) throws IOException {
        store = SegmentedLog.open(folder, segmentBytes, visitor, disk, null);
    }

    /** Closes the log: all logs of the buffer are open or none is. */
    void cannotOpen(IOException cause) {
        close();
        openFailure = cause;
    }

    private SegmentedLog store() throws IOException {
        SegmentedLog opened = store;
        if (opened == null) {
            throw openFailure;
        }
        return opened;
    }

    /** Raises the next ordinal: those below were written once, whether found, done or missing. */
    void extendTo(long upTo) {
        next = Math.max(next, upTo);
    }

    long next() {
        return next;
    }

    void confirm(long upTo) {
        confirmed = Math.max(confirmed, upTo);
    }

    LogMark mark(int ranges) {
        return LogMark.of(confirmed, done.all(), ranges);
    }

    /** Encodes frames for the next append. */
    List<byte[]> encode(List<PendingFrame> batch) {
        List<byte[]> encoded = new ArrayList<>(batch.size());
        long at = next;
        for (PendingFrame frame : batch) {
            encoded.add(frame.encodeAt(at, done.low()));
            at += frame.header().count();
        }
        return encoded;
    }

    /** Appends without fsync: survives the death of the process, not a power cut. */
    List<LogPosition> append(List<byte[]> encoded) throws IOException {
        return store().appendUnsynced(encoded);
    }

    /** Indexes frames after the append. */
    void onAppended(List<PendingFrame> batch, List<LogPosition> positions) {
        for (int i = 0; i < batch.size(); i++) {
            PendingFrame frame = batch.get(i);
            frame.setPosition(positions.get(i));
            next += frame.header().count();
            put(frame);
            frame.done.stream().forEach(index -> {
                done.add(ordinal(frame, index));
                hasUnloggedDone = true;
            });
        }
    }

    /** Indexes a frame that is in the log, unless it is done. */
    void put(PendingFrame frame) {
        if (frame.remaining() > 0 && frames.put(frame.header().ordinal(), frame) == null) {
            live.merge(frame.position().segment(), 1, Integer::sum);
        }
    }

    void remove(PendingFrame frame) {
        if (frames.remove(frame.header().ordinal(), frame)) {
            live.computeIfPresent(frame.position().segment(), (segment, count) -> count == 1 ? null : count - 1);
        }
    }

    static long ordinal(PendingFrame frame, int index) {
        return frame.header().ordinal() + index;
    }

    Collection<PendingFrame> frames() {
        return frames.values();
    }

    Collection<PendingFrame> framesNewestFirst() {
        return frames.descendingMap().values();
    }

    List<PendingFrame> oldestSegmentFrames() {
        long oldest = oldestLive();
        return frames.values().stream()
                .filter(each -> each.position().segment() == oldest)
                .toList();
    }

    /**
     * Pending frames of the oldest segment that can be evicted: none of its records is in flight, and it is not the
     * newest unless it is the only one with pending frames. Empty if there is none.
     */
    List<PendingFrame> evictable() {
        TreeMap<Long, List<PendingFrame>> bySegment = frames.values().stream()
                .collect(groupingBy(frame -> frame.position().segment(), TreeMap::new, toList()));
        List<Long> segments = storedSegments();
        for (Map.Entry<Long, List<PendingFrame>> each : bySegment.entrySet()) {
            boolean isNewest = segments.isEmpty() || each.getKey().equals(segments.get(segments.size() - 1));
            if ((!isNewest || bySegment.size() == 1)
                    && each.getValue().stream().allMatch(frame -> frame.free() == frame.remaining())) {
                return each.getValue();
            }
        }
        return List.of();
    }

    /** Number of segments with pending frames. */
    int segments() {
        return live.size();
    }

    byte[] read(LogPosition position) throws IOException {
        return store().read(position);
    }

    /** Marks ordinals as done and appends that to the log. */
    void done(SequenceRanges ranges) {
        List<SequenceRange> merged = ranges.all().stream()
                .map(each -> done.add(each.from(), each.to()))
                .distinct()
                .toList();
        hasUnloggedDone |= !appendDone(merged);
    }

    /** Marks a range as done once the active log, which holds the reason, is forced. */
    void deferDone(SequenceRange range) {
        deferred.add(range);
    }

    /** Call once all loss records for the deferred ranges are in the active log. */
    void stageDeferred() {
        staged = deferred.size();
    }

    /** Call once the active log is forced after {@link #stageDeferred}. */
    void applyStaged() {
        hasUnloggedDone |= staged > 0;
        List<SequenceRange> covered = deferred.subList(0, staged);
        covered.forEach(done::add);
        covered.clear();
        staged = 0;
    }

    /** @throws IOException if done ranges could not be appended */
    void catchUp() throws IOException {
        if (hasUnloggedDone) {
            if (!appendDone(done.all())) {
                throw new IOException("what was delivered cannot be noted");
            }
            hasUnloggedDone = false;
        }
    }

    private boolean appendDone(List<SequenceRange> ranges) {
        try {
            for (int from = 0; from < ranges.size(); from += RANGES_IN_FRAME) {
                List<SequenceRange> part = ranges.subList(from, Math.min(ranges.size(), from + RANGES_IN_FRAME));
                ByteBuffer frame = ByteBuffer.allocate(1 + 16 * part.size()).put(FrameHeader.DONE);
                part.forEach(each -> frame.putLong(each.from()).putLong(each.to()));
                store().appendUnsynced(List.of(frame.array()));
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    void force() throws IOException {
        if (isOpen()) {
            store().force();
        }
    }

    private List<Long> storedSegments() {
        SegmentedLog opened = store;
        return opened == null ? List.of() : opened.segments();
    }

    /** The oldest segment with pending frames; the largest number if there is none. */
    private long oldestLive() {
        return live.keySet().stream().mapToLong(each -> each).min().orElse(Long.MAX_VALUE);
    }

    /** @return why it failed; null if it did not */
    IOException tryForce() {
        try {
            force();
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    /** Segments without pending frames, except the newest. */
    List<Long> droppable() {
        List<Long> segments = storedSegments();
        return segments.stream()
                .limit(Math.max(0, segments.size() - 1))
                .filter(each -> !live.containsKey(each))
                .toList();
    }

    /** Done ranges stored in a dropped segment have to be appended again while older segments stay. */
    void beforeDrop(List<Long> droppable) {
        long oldest = oldestLive();
        hasUnloggedDone |= droppable.stream().anyMatch(each -> each > oldest);
    }

    /** True if it has bytes on the disk and no pending frames. */
    boolean isUnused() {
        return frames.isEmpty() && bytes() > 0;
    }

    /** As {@link #isUnused}, and no done range is deferred. */
    boolean isDroppable() {
        return isUnused() && deferred.isEmpty();
    }

    /** Rolls to a new segment. Not under the lock. */
    void roll() throws IOException {
        store().roll();
    }

    /** True if the next fsync rolls to a new segment. */
    boolean isFull() {
        SegmentedLog opened = store;
        return opened != null && opened.isFull();
    }

    void drop(List<Long> segments) throws IOException {
        for (long each : segments) {
            store().drop(each);
        }
    }

    /** Drops all segments of a log without pending frames; nothing may be appended meanwhile. */
    void clear() throws IOException {
        roll();
        List<Long> segments = store().segments();
        drop(segments.subList(0, segments.size() - 1));
    }

    long bytes() {
        SegmentedLog opened = store;
        return opened == null ? 0 : opened.bytes();
    }

    String name() {
        return String.valueOf(folder.getFileName());
    }

    String file(LogPosition position) {
        return name() + "/" + position.file();
    }

    /** Names of the files with damage found on opening. */
    List<String> damagedFiles() {
        return store.damages().stream()
                .map(each -> name() + "/" + each.file().getFileName())
                .distinct()
                .toList();
    }

    /** Damaged places found on opening. */
    long damaged() {
        return store.damaged();
    }

    void close() {
        SegmentedLog opened = store;
        store = null;
        if (opened != null) {
            opened.close();
        }
    }
}
