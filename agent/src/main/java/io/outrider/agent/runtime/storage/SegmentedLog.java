package io.outrider.agent.runtime.storage;

import static io.outrider.agent.runtime.Locks.locked;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/**
 * Append-only log of records in numbered files of one folder; the package comment lists the guarantees. Any thread;
 * concurrent appends share one write and one fsync. Interrupts have no effect on it. One process at a time.
 */
public final class SegmentedLog implements Closeable {
    /** Segment lengths in one file, before an unsynced append waits for the next file. */
    private static final int MAX_UNSYNCED_SEGMENTS = 4;

    public static final int MAX_RECORD_BYTES = 1 << 20;

    private final Segments segments;
    private final Disk disk;
    private final int segmentBytes;

    private final GroupCommit groupCommit = new GroupCommit(this::commit);
    private final ReentrantLock forceLock = new ReentrantLock(); // taken before the write lock
    private final ReentrantLock writeLock = new ReentrantLock();
    private final ConcurrentNavigableMap<Long, Long> lengths; // by segment; changed under the write lock
    private final LogWatermark watermark;
    private final LogTail tail; // as found on opening
    private volatile long activeSegment; // number of the segment that is appended to
    private int endOffset; // of the sound part of the active segment
    private SegmentFile file; // null until the first append, and after a failed one
    private SegmentFile previous; // the previous file while it may hold unforced records; else null
    private boolean folderIsForced;
    private volatile long rollAt; // length of the active segment at which the next one begins
    private long writeCount; // number of writes
    private long forcedWrites; // number of writes on the disk for certain
    private boolean closed;

    private SegmentedLog(
            Segments segments, int segmentBytes, BiConsumer<LogPosition, byte[]> visitor, LogWatermark watermark)
            throws IOException {
        this.segments = segments;
        this.segmentBytes = segmentBytes;
        this.watermark = watermark;
        disk = segments.disk();
        SortedMap<Long, Long> found = segments.list();
        tail = LogTail.of(segments, List.copyOf(found.keySet()), visitor, watermark);
        lengths = new ConcurrentSkipListMap<>(found);
        rollAt = segmentBytes;
        activeSegment = tail.activeSegment();
        endOffset = tail.endOffset();
        writeCount = found.isEmpty() ? 0 : 1; // an earlier process may have been killed before it forced its writes
    }

    /**
     * Opens a log and reads all of it.
     *
     * @param folder created if missing
     * @param segmentBytes a file of this length is followed by another
     * @param watermark of the forced lengths, by which a cut or removed file counts as damaged; null for none
     * @throws IOException if the folder cannot be created or read; a read-only disk fails on {@link #append}
     */
    public static SegmentedLog open(
            Path folder, int segmentBytes, BiConsumer<LogPosition, byte[]> visitor, Disk disk, SlotFile watermark)
            throws IOException {
        disk.make(folder);
        return new SegmentedLog(new Segments(folder, disk), segmentBytes, visitor, new LogWatermark(watermark));
    }

    /**
     * Appends records; they are on the disk when this returns.
     *
     * @param payloads 1 to {@link #MAX_RECORD_BYTES} bytes each
     * @return their positions, in this order
     * @throws IOException if the disk is full, read-only or failed: none of them is in the log
     */
    public List<LogPosition> append(List<byte[]> payloads) throws IOException {
        return groupCommit.add(payloads, true);
    }

    /**
     * Appends records without fsync: they survive the death of the process, and a power cut once {@link #append} or
     * {@link #force} has returned. Does not block on the disk if {@link #force} is called whenever it {@link #isFull}.
     *
     * @throws IOException as {@link #append}
     */
    public List<LogPosition> appendUnsynced(List<byte[]> payloads) throws IOException {
        return groupCommit.add(payloads, false);
    }

    private List<List<LogPosition>> commit(List<GroupCommit.PendingAppend> appends) throws IOException {
        writeLock.lock();
        try {
            return write(
                    appends,
                    appends.stream().mapToInt(GroupCommit.PendingAppend::size).sum());
        } catch (IOException e) {
            closeFile();
            throw e;
        } finally {
            writeLock.unlock();
        }
    }

    private List<List<LogPosition>> write(List<GroupCommit.PendingAppend> appends, int size) throws IOException {
        if (closed) {
            throw new IOException("the log is closed");
        }
        boolean isForced = appends.stream().anyMatch(append -> append.forced);
        boolean rolls = isForced ? endOffset >= segmentBytes : endOffset >= (long) segmentBytes * MAX_UNSYNCED_SEGMENTS;
        if (rolls) {
            forceAll(); // before the file is closed
        }
        long segment = rolls ? segments.nextAfter(activeSegment) : activeSegment;
        int from = rolls ? 0 : endOffset;
        if (file == null || rolls) {
            open(segment, from);
        }
        ByteBuffer bytes = ByteBuffer.allocate(size);
        List<List<LogPosition>> positions = new ArrayList<>();
        for (GroupCommit.PendingAppend append : appends) {
            List<LogPosition> ofAppend = new ArrayList<>();
            for (byte[] payload : append.payloads) {
                ofAppend.add(new LogPosition(segment, from + bytes.position()));
                RecordFraming.put(bytes, payload);
            }
            positions.add(ofAppend);
        }
        try {
            file.write(bytes.array(), size);
            if (isForced) {
                forcePrevious();
                file.force();
                forcedWrites = writeCount + 1;
            }
            writeCount++;
        } catch (IOException e) {
            undoWrite(from, e);
            throw e;
        }
        if (rolls) {
            rollAt = segmentBytes;
        }
        activeSegment = segment;
        endOffset = from + size;
        lengths.put(segment, (long) endOffset);
        if (isForced) {
            watermark.advance(lengths);
        }
        return positions;
    }

    private void forceAll() throws IOException {
        if (forcedWrites < writeCount) {
            if (file == null) {
                open(activeSegment, endOffset);
            }
            forcePrevious();
            file.force();
            forcedWrites = writeCount;
        }
    }

    private void forcePrevious() throws IOException {
        if (previous != null) {
            previous.force();
            closePrevious();
        }
    }

    /**
     * Forces all records appended so far, and rolls to a new segment if this one is full. Does not block unsynced
     * appends.
     */
    public void force() throws IOException {
        locked(forceLock, () -> {
            forceUnsynced();
            if (isFull()) {
                try {
                    startNextSegment();
                } catch (IOException e) {
                    rollAt += segmentBytes; // an append rolls in the end, and reports the error
                }
            }
        });
    }

    private void forceUnsynced() throws IOException {
        SegmentFile earlier;
        SegmentFile current;
        long upTo;
        writeLock.lock();
        try {
            upTo = writeCount;
            if (forcedWrites >= upTo) {
                return;
            }
            if (closed) {
                throw new IOException("the log is closed");
            }
            if (file == null) {
                open(activeSegment, endOffset);
            }
            earlier = previous;
            current = file;
        } finally {
            writeLock.unlock();
        }
        IOException failure = null;
        try {
            if (earlier != null) {
                earlier.force();
            }
            current.force();
        } catch (IOException e) {
            failure = e; // irrelevant if another thread has forced and closed the files
        }
        finishForce(upTo, failure);
    }

    private void finishForce(long upTo, IOException failure) throws IOException {
        locked(writeLock, () -> {
            if (failure == null) {
                forcedWrites = Math.max(forcedWrites, upTo);
                closePrevious();
            } else if (forcedWrites < upTo) {
                throw failure;
            }
        });
    }

    /** True if the next {@link #force} rolls to a new segment. */
    public boolean isFull() {
        Map.Entry<Long, Long> newest = lengths.lastEntry();
        return newest != null && newest.getValue() >= rollAt;
    }

    /** Rolls to a new segment without blocking concurrent unsynced appends. */
    public void roll() throws IOException {
        locked(forceLock, () -> {
            forceUnsynced();
            startNextSegment();
        });
    }

    /** The caller has forced all records, and holds the force lock. */
    private void startNextSegment() throws IOException {
        long before = activeSegment;
        long next = segments.nextAfter(before);
        SegmentFile created = disk.open(segments.path(next));
        boolean isUsed = false;
        try {
            disk.force(segments.folder());
            writeLock.lock();
            try {
                if (!closed && activeSegment == before) { // else another thread has rolled meanwhile
                    created.startAt(0);
                    folderIsForced = true;
                    if (file == null && disk.exists(segments.path(activeSegment))) {
                        open(activeSegment, endOffset); // cuts off the rest of a failed append
                    }
                    if (forcedWrites < writeCount) { // appended meanwhile
                        previous = file;
                        file = null;
                    }
                    closeFile();
                    file = created;
                    activeSegment = next;
                    endOffset = 0;
                    rollAt = segmentBytes;
                    lengths.put(activeSegment, 0L);
                    isUsed = true;
                }
            } finally {
                writeLock.unlock();
            }
        } finally {
            if (!isUsed) {
                created.close(); // an empty file is harmless, and the next segment anyway
            }
        }
    }

    private void open(long segment, int from) throws IOException {
        closeFile();
        folderIsForced &= disk.exists(segments.path(segment));
        try {
            file = disk.open(segments.path(segment));
            file.startAt(from); // cuts off the rest of a crash or a failed append
            if (forcedWrites == 0 && writeCount > 0 && previous == null && lengths.lowerKey(activeSegment) != null) {
                // unforced if the process was killed
                previous = disk.open(segments.path(lengths.lowerKey(activeSegment)));
            }
            if (!folderIsForced) { // the file is new, or perhaps never forced by the last process
                disk.force(segments.folder());
                folderIsForced = true;
            }
        } catch (IOException e) {
            closeFile(); // its position is unknown
            throw e;
        }
    }

    /** Removes a partial write, in case the process ends next. */
    private void undoWrite(int from, IOException why) {
        try {
            file.startAt(from);
            file.force();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    private void closeFile() {
        SegmentFile.close(file);
        file = null;
    }

    private void closePrevious() {
        SegmentFile.close(previous);
        previous = null;
    }

    /**
     * Reads one record.
     *
     * @throws CorruptRecordException if it is corrupt, or its segment dropped
     * @throws IOException if the read failed, perhaps only for now
     */
    public byte[] read(LogPosition position) throws IOException {
        return segments.read(position);
    }

    /** Numbers of the segments, oldest first. */
    public List<Long> segments() {
        return List.copyOf(lengths.keySet());
    }

    /** The oldest segment that can be dropped; -1 if there is none but the active one. */
    public long oldest() {
        List<Long> all = segments();
        return all.size() < 2 ? -1 : all.get(0);
    }

    /** Deletes a segment, which is not the active one, with all its records. */
    public void drop(long segment) throws IOException {
        List<Long> all = segments();
        if (!all.contains(segment) || all.get(all.size() - 1) == segment) { // a segment never becomes the newest again
            throw new IllegalArgumentException("segment " + segment + " is the newest, or not there");
        }
        watermark.beforeDrop(segment);
        disk.delete(segments.path(segment));
        lengths.remove(segment);
        disk.force(segments.folder());
    }

    /** Bytes on the disk. */
    public long bytes() {
        return lengths.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Files found damaged, cut or missing on opening. */
    public List<FileDamage> damages() {
        return tail.damages();
    }

    /** Number of damaged stretches skipped on opening. */
    public long damaged() {
        return tail.damaged();
    }

    @Override
    public void close() {
        locked(writeLock, () -> {
            closed = true;
            closeFile();
            closePrevious();
            watermark.close();
        });
    }
}
