package io.outrider.agent.runtime.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A log of records in numbered files of one folder; see the package for what it promises. Any thread; several that append
 * at once share one write and one sync. Interrupts neither hurt nor hurry it. One process at a time.
 */
public final class SegmentedLog implements Closeable {
    private static final int MOST_SEGMENTS_IN_ONE = 4; // before who notes has to wait for another file

    /** Bytes in the largest record. */
    public static final int LARGEST = 1 << 20;

    private final Segments segments;
    private final Disk disk;
    private final int segmentBytes;

    private final GroupCommit groups = new GroupCommit(this::commit);
    private final ReentrantLock forcing = new ReentrantLock(); // taken before writing
    private final ReentrantLock writing = new ReentrantLock();
    private final SegmentLengths lengths; // changed only while writing
    private final LogWatermark watermark;
    private final LogTail ending; // as it was found
    private volatile long head; // number of the segment that is appended to
    private int end; // of what is good in it
    private SegmentFile file; // null until the first append, and after a failed one
    private SegmentFile left; // the one before, while something in it may not be forced; else null
    private boolean folderIsForced;
    private volatile long most; // bytes in the head, before another file is begun
    private long writes; // counts them
    private long forced; // how many of them are on the disk for certain
    private boolean closed;

    private SegmentedLog(Segments segments, int segmentBytes, RecordVisitor visitor, LogWatermark watermark)
            throws IOException {
        this.segments = segments;
        this.segmentBytes = segmentBytes;
        this.watermark = watermark;
        disk = segments.disk();
        SortedMap<Long, Long> found = segments.list();
        ending = LogTail.of(segments, List.copyOf(found.keySet()), visitor, watermark);
        lengths = new SegmentLengths(found);
        most = segmentBytes;
        head = ending.head();
        end = ending.end();
    }

    /**
     * Opens a log and reads all of it.
     *
     * @param folder made if it is not there
     * @param segmentBytes a file that has reached this length is followed by another
     * @param watermark keeps up to where files were on the disk for certain, so that one that was cut or removed is counted
     *     as damaged; null if that is not to be known
     * @throws IOException if the folder cannot be made or read; that it cannot be written is told by {@link #append}
     */
    public static SegmentedLog open(Path folder, int segmentBytes, RecordVisitor visitor, Disk disk, SlotFile watermark)
            throws IOException {
        disk.make(folder);
        return new SegmentedLog(new Segments(folder, disk), segmentBytes, visitor, new LogWatermark(watermark));
    }

    /**
     * Adds records; they are on the disk when this returns.
     *
     * @param payloads 1 to {@link #LARGEST} bytes each
     * @return where they are, in their order
     * @throws IOException if the disk is full, cannot be written or has failed: none of them is in the log
     */
    public List<LogPosition> append(List<byte[]> payloads) throws IOException {
        return groups.add(new PendingAppend(payloads, true));
    }

    /**
     * Adds records that the death of the process does not take away; that of the machine may, until the next {@link
     * #append} or {@link #force} has returned. Does not wait for the disk to force anything, as long as somebody calls
     * {@link #force} when it {@link #isFull}.
     *
     * @throws IOException as of {@link #append}
     */
    public List<LogPosition> note(List<byte[]> payloads) throws IOException {
        return groups.add(new PendingAppend(payloads, false));
    }

    private List<List<LogPosition>> commit(List<PendingAppend> groups) throws IOException {
        writing.lock();
        try {
            return write(groups, groups.stream().mapToInt(PendingAppend::size).sum());
        } catch (IOException e) {
            forgetFile();
            throw e;
        } finally {
            writing.unlock();
        }
    }

    private List<List<LogPosition>> write(List<PendingAppend> groups, int size) throws IOException {
        if (closed) {
            throw new IOException("the log is closed");
        }
        boolean isForced = groups.stream().anyMatch(group -> group.forced);
        boolean rolls = isForced ? end >= segmentBytes : end >= (long) segmentBytes * MOST_SEGMENTS_IN_ONE;
        if (rolls) {
            forceAll(); // before the file is let go
        }
        long number = rolls ? segments.after(head) : head;
        int from = rolls ? 0 : end;
        if (file == null || rolls) {
            open(number, from);
        }
        ByteBuffer bytes = ByteBuffer.allocate(size);
        List<List<LogPosition>> positions = new ArrayList<>();
        for (PendingAppend group : groups) {
            List<LogPosition> places = new ArrayList<>();
            for (byte[] payload : group.payloads) {
                places.add(new LogPosition(number, from + bytes.position()));
                RecordFraming.put(bytes, payload);
            }
            positions.add(places);
        }
        try {
            file.write(bytes.array(), size);
            if (isForced) {
                forceLeft();
                file.force();
                forced = writes + 1;
            }
            writes++;
        } catch (IOException e) {
            takeBack(from, e);
            throw e;
        }
        if (rolls) {
            most = segmentBytes;
        }
        head = number;
        end = from + size;
        lengths.put(number, end);
        if (isForced) {
            watermark.advance(lengths);
        }
        return positions;
    }

    private void forceAll() throws IOException {
        if (forced < writes) {
            if (file == null) {
                open(head, end);
            }
            forceLeft();
            file.force();
            forced = writes;
        }
    }

    private void forceLeft() throws IOException {
        if (left != null) {
            left.force();
            forgetLeft();
        }
    }

    /**
     * Returns when all that was noted before is on the disk, and begins another file if this one is full. Who notes
     * meanwhile waits for neither.
     */
    public void force() throws IOException {
        forcing.lock();
        try {
            forceNoted();
            if (isFull()) {
                beginAnother();
            }
        } finally {
            forcing.unlock();
        }
    }

    private void beginAnother() {
        try {
            begin();
        } catch (IOException e) {
            most += segmentBytes; // in time, who notes does it, and is told
        }
    }

    private void forceNoted() throws IOException {
        SegmentFile before;
        SegmentFile mine;
        long upTo;
        writing.lock();
        try {
            upTo = writes;
            if (forced >= upTo) {
                return;
            }
            if (closed) {
                throw new IOException("the log is closed");
            }
            if (file == null) {
                open(head, end);
            }
            before = left;
            mine = file;
        } finally {
            writing.unlock();
        }
        IOException failure = null;
        try {
            if (before != null) {
                before.force();
            }
            mine.force();
        } catch (IOException e) {
            failure = e; // of no account if somebody else has forced them meanwhile, and closed them
        }
        writing.lock();
        try {
            if (failure == null) {
                forced = Math.max(forced, upTo);
                forgetLeft();
            } else if (forced < upTo) {
                throw failure;
            }
        } finally {
            writing.unlock();
        }
    }

    /** Whether the next {@link #force} begins another file: the sooner it comes, the better. */
    public boolean isFull() {
        return lengths.ofNewest() >= most;
    }

    /** Begins another file, without anybody having to wait for it who notes meanwhile. */
    public void roll() throws IOException {
        forcing.lock();
        try {
            forceNoted();
            begin();
        } finally {
            forcing.unlock();
        }
    }

    /** Who calls has forced what was noted, and holds the lock for it. */
    private void begin() throws IOException {
        long before = head;
        long next = segments.after(before);
        SegmentFile made = disk.open(segments.path(next));
        boolean isUsed = false;
        try {
            disk.force(segments.folder());
            writing.lock();
            try {
                if (!closed && head == before) { // else it may be somebody else's by now, who has begun it meanwhile
                    made.startAt(0);
                    folderIsForced = true;
                    if (file == null && disk.exists(segments.path(head))) {
                        open(head, end); // cuts off what a failed append has left
                    }
                    if (forced < writes) { // something was noted meanwhile
                        left = file;
                        file = null;
                    }
                    forgetFile();
                    file = made;
                    head = next;
                    end = 0;
                    most = segmentBytes;
                    lengths.put(head, 0);
                    isUsed = true;
                }
            } finally {
                writing.unlock();
            }
        } finally {
            if (!isUsed) {
                made.close(); // an empty file says nothing, and is the next one anyway
            }
        }
    }

    private void open(long number, int from) throws IOException {
        forgetFile();
        folderIsForced &= disk.exists(segments.path(number));
        try {
            file = disk.open(segments.path(number));
            file.startAt(from); // cuts off what a crash or a failed append has left
            if (!folderIsForced) { // the file is new, or nobody knows whether the last process got that far
                disk.force(segments.folder());
                folderIsForced = true;
            }
        } catch (IOException e) {
            forgetFile(); // nobody may write to it where it happens to be
            throw e;
        }
    }

    /** So that nothing half written is found if the next thing that happens is a restart. */
    private void takeBack(int from, IOException why) {
        try {
            file.startAt(from);
            file.force();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    private void forgetFile() {
        SegmentFile.close(file);
        file = null;
    }

    private void forgetLeft() {
        SegmentFile.close(left);
        left = null;
    }

    /**
     * Reads one record again.
     *
     * @throws CorruptRecordException if it has rotted, or its segment is gone
     * @throws IOException if it cannot be read, which may pass
     */
    public byte[] read(LogPosition position) throws IOException {
        return segments.read(position);
    }

    /** The numbers of the segments there are, oldest first. */
    public List<Long> segments() {
        return lengths.segments();
    }

    /** The oldest segment, which can be dropped; -1 if only the one that is appended to is there. */
    public long oldest() {
        List<Long> all = segments();
        return all.size() < 2 ? -1 : all.get(0);
    }

    /**
     * Deletes a segment with all its records.
     *
     * @throws IllegalArgumentException if it is the newest, or not there
     */
    public void drop(long segment) throws IOException {
        List<Long> all = segments();
        if (!all.contains(segment) || all.get(all.size() - 1) == segment) { // it will never be the newest again
            throw new IllegalArgumentException("segment " + segment + " is the newest, or not there");
        }
        watermark.leave(segment);
        segments.delete(segment);
        lengths.remove(segment);
        disk.force(segments.folder());
    }

    /** Bytes on the disk. */
    public long bytes() {
        return lengths.sum();
    }

    /** The files that were found damaged, cut or gone on opening. */
    public List<FileDamage> damages() {
        return ending.damages();
    }

    /** How many damaged stretches were skipped on opening. */
    public long damaged() {
        return ending.damaged();
    }

    @Override
    public void close() {
        writing.lock();
        try {
            closed = true;
            forgetFile();
            forgetLeft();
            watermark.close();
        } finally {
            writing.unlock();
        }
    }
}
