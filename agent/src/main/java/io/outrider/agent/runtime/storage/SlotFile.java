package io.outrider.agent.runtime.storage;

import io.outrider.api.IoReason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * File with a small value in three slots, written in turn and in place. The slots last written and last forced stay
 * intact while the third is written: after the death of the process at least the last value but one is read, after a
 * power cut none older than the last forced one. Any thread.
 */
public final class SlotFile implements Closeable {
    /** Length of the file. */
    public static final int BYTES = 12_288;

    private static final int SLOT_BYTES = BYTES / 3;
    public static final int MAX_VALUE_BYTES = SLOT_BYTES - SlotValue.HEADER;

    private final Path path;
    private final Disk disk;
    private SegmentFile file; // null while there is no writable file
    private long number; // sequence number of the newest value
    private int newestSlot; // slot index
    private int forcedSlot; // slot of the value that was forced last
    private boolean isUnforced;
    private volatile String readProblem; // null if the file was readable or missing
    private volatile String writeProblem; // null if the last write worked

    public SlotFile(Path path, Disk disk) {
        this.path = path;
        this.disk = disk;
    }

    /**
     * Sentence about a watermark in this file that cannot be written, or could not be read; null if there is none. One bad
     * slot is no problem, since a power cut leaves it.
     *
     * @param subject of the watermark, as a part of a sentence
     */
    String watermarkProblem(String subject) {
        String write = writeProblem;
        String read = readProblem;
        if (write != null) {
            return "The watermark " + path + " cannot be written (" + write + "): what a damaged disk takes of "
                    + subject + " is not noticed at the next start; remove what is in its place, or make it writable.";
        }
        return read == null
                ? null
                : "The watermark " + path + " could not be used at the start (" + read + "): whether anything of "
                        + subject + " was missing at the ends of files is not known; it is written anew, check the disk"
                        + " under it, with dmesg.";
    }

    /** The newest value; null if none can be read. */
    public synchronized byte[] read() {
        try {
            requireRegularFile();
            byte[] content = disk.exists(path) ? disk.read(path, 0, BYTES) : new byte[0];
            byte[] value = parse(content);
            readProblem = value == null && !isZero(content) ? "it is damaged" : null;
            return value;
        } catch (IOException e) {
            readProblem = IoReason.of(e);
            return null;
        }
    }

    private byte[] parse(byte[] content) {
        byte[] value = null;
        number = 0;
        for (int at = 0; at < content.length; at += SLOT_BYTES) {
            SlotValue slot = SlotValue.of(Arrays.copyOfRange(content, at, Math.min(content.length, at + SLOT_BYTES)));
            if (slot != null && slot.number() > number) {
                number = slot.number();
                value = slot.value();
                newestSlot = at / SLOT_BYTES;
            }
        }
        return value;
    }

    private void requireRegularFile() throws IOException {
        if (disk.isNotRegularFile(path)) {
            throw new FileSystemException(path.toString(), null, "it is no regular file");
        }
    }

    /** True if a crash during creation may have left it so. */
    private static boolean isZero(byte[] content) {
        return Arrays.equals(content, new byte[content.length]);
    }

    /** Writes a value without fsync: survives the death of the process. */
    public synchronized void write(byte[] value) throws IOException {
        if (value.length < 1 || value.length > MAX_VALUE_BYTES) {
            throw new IllegalArgumentException("a value of " + value.length + " bytes");
        }
        try {
            writeSlot(value);
            writeProblem = null;
        } catch (IOException e) {
            writeProblem = IoReason.of(e);
            throw e;
        }
    }

    private void writeSlot(byte[] value) throws IOException {
        if (file == null) {
            create();
        }
        int next = newestSlot == forcedSlot ? (newestSlot + 1) % 3 : 3 - newestSlot - forcedSlot;
        file.writeAt((long) next * SLOT_BYTES, new SlotValue(number + 1, value).bytes());
        newestSlot = next;
        number++;
        isUnforced = true;
    }

    private void create() throws IOException {
        requireRegularFile();
        byte[] content = disk.exists(path) ? disk.read(path, 0, BYTES) : new byte[0];
        if (number == 0) {
            parse(content);
        }
        boolean isComplete = content.length == BYTES;
        SegmentFile created = disk.open(path);
        try {
            if (!isComplete) {
                created.startAt(0);
                created.write(new byte[BYTES], BYTES); // allocates the blocks, which a sparse file would not
            }
            created.force(); // values of the last process too
            forcedSlot = newestSlot;
            disk.force(path.toAbsolutePath().getParent());
            file = created;
        } finally {
            if (file == null) {
                SegmentFile.close(created);
                if (!isComplete) {
                    disk.delete(path); // an incomplete file takes room and holds nothing
                }
            }
        }
    }

    /** Forces the newest value. Rarely blocks a concurrent write. */
    public void force() throws IOException {
        SegmentFile target;
        long upTo;
        synchronized (this) {
            target = file;
            upTo = number;
            if (!isUnforced || target == null) {
                return;
            }
        }
        target.force();
        synchronized (this) {
            if (number != upTo && file != null) {
                file.force(); // the forced slot may be half overwritten
            }
            isUnforced = false;
            forcedSlot = newestSlot;
        }
    }

    /** Deletes the file, so that no stale value is found. */
    public synchronized void delete() throws IOException {
        close();
        isUnforced = false;
        if (disk.exists(path) && !disk.isNotRegularFile(path)) {
            disk.delete(path);
            disk.force(path.toAbsolutePath().getParent());
        }
    }

    /** A later write opens the file again. */
    @Override
    public synchronized void close() {
        SegmentFile.close(file);
        file = null;
    }
}
