package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.SegmentFile;
import io.outrider.agent.runtime.storage.SlotValue;
import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Preallocated file for one {@link LossNote}, written in place and so on a full disk too. Its two halves are written in
 * turn, so that a crash leaves one intact. Guarded by the lock of the buffer, except for create and force.
 */
final class ReserveFile {
    static final int BYTES = 8_192;

    private static final int HALF_BYTES = BYTES / 2;

    private final Path path;
    private final Disk disk;
    private final long run;
    private volatile LossNote note; // null until read; changed under the lock
    private long newest; // sequence number of the newest note
    private long unwrittenFrom; // first sequence that is in memory only; 0 if none
    private volatile SegmentFile file; // null while there is no writable file
    private volatile boolean isUnforced;
    private volatile boolean mustDelete; // holds an outdated note and could not be overwritten

    ReserveFile(Path path, Disk disk, long run) {
        this.path = path;
        this.disk = disk;
        this.run = run;
    }

    /** Reads the note of the previous run; to be called before {@link #create}. */
    LossNote read() {
        note = LossNote.NONE;
        if (disk.isNotRegularFile(path) || !disk.exists(path)) {
            return note;
        }
        try {
            byte[] content = disk.read(path, 0, BYTES);
            for (int at = 0; at < content.length; at += HALF_BYTES) {
                SlotValue half =
                        SlotValue.of(Arrays.copyOfRange(content, at, Math.min(content.length, at + HALF_BYTES)));
                if (half != null && half.number() > newest) {
                    newest = half.number();
                    note = LossNote.of(half.value());
                }
            }
        } catch (IOException e) {
            note = LossNote.NONE; // unreadable: treated as absent
        }
        return note;
    }

    /** Creates the file if it is missing and the disk has room. Not under the lock. */
    void create() {
        if (file != null || note == null || disk.isNotRegularFile(path)) {
            return;
        }
        SegmentFile created = null;
        boolean isComplete = true;
        try {
            isComplete = disk.exists(path) && disk.read(path, 0, BYTES).length == BYTES;
            if (!isComplete && !note.isEmpty()) {
                return; // its losses are reported first
            }
            created = disk.open(path);
            if (!isComplete) {
                created.startAt(0);
                created.write(new byte[BYTES], BYTES); // allocates the blocks, which a sparse file would not
                created.force();
                disk.force(path.getParent());
            }
            file = created;
        } catch (IOException e) {
            SegmentFile.close(created); // retried by the next run of the maintenance
            if (!isComplete) {
                delete();
            }
        }
    }

    private void delete() { // an incomplete file takes room and holds nothing
        try {
            disk.delete(path);
        } catch (IOException e) {
            // the next create overwrites it
        }
    }

    /** Notes that records from this sequence on are in memory only, for the case that the process is killed. */
    void markUnwritten(long sequence) {
        unwrittenFrom = unwrittenFrom == 0 ? sequence : unwrittenFrom;
        if (note != null && note.from() != unwrittenFrom) {
            write(new LossNote(run, unwrittenFrom, note.losses()));
        }
    }

    /** Losses of the previous run that are not among these. */
    List<Loss> inherited(List<Loss> others) {
        List<LostRange> reported =
                others.stream().flatMap(each -> each.lostRanges().stream()).toList();
        return note == null
                ? List.of()
                : note.losses().stream()
                        .filter(each -> !LossNote.isReported(each, reported))
                        .toList();
    }

    /** Writes the final note of this run; returns the number of losses that fit. */
    int writeFinal(List<Loss> losses) {
        LossNote last = LossNote.of(run, losses, HALF_BYTES - SlotValue.HEADER);
        boolean isWritten = !last.isEmpty() && write(last);
        return isWritten ? last.losses().size() : 0;
    }

    /** Removes the note; effective once {@link #force} has returned. */
    void clear() {
        unwrittenFrom = 0;
        if (note != null && !note.isEmpty()) {
            mustDelete = !write(LossNote.NONE);
        }
    }

    private boolean write(LossNote update) {
        SegmentFile target = file;
        if (target == null) {
            return false;
        }
        byte[] bytes = new SlotValue(newest + 1, update.bytes()).bytes();
        if (bytes.length > HALF_BYTES) {
            return false;
        }
        try {
            target.writeAt((newest + 1) % 2 * HALF_BYTES, bytes);
        } catch (IOException e) {
            return false;
        }
        newest++;
        note = update;
        isUnforced = true;
        return true;
    }

    /** @throws IOException if the next run may find an outdated note. Not under the lock */
    void force() throws IOException {
        SegmentFile target = file;
        if (isUnforced && target != null) {
            try {
                target.force();
                isUnforced = false;
            } catch (IOException e) {
                mustDelete = note.isEmpty();
            }
        }
        if (mustDelete) {
            file = null;
            SegmentFile.close(target);
            disk.delete(path);
            disk.force(path.getParent());
            note = LossNote.NONE;
            isUnforced = false;
            mustDelete = false;
        }
    }

    long bytes() {
        return file == null ? 0 : BYTES;
    }

    void close() {
        SegmentFile.close(file);
        file = null;
    }
}
