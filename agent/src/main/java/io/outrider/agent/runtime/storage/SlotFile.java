package io.outrider.agent.runtime.storage;

import io.outrider.api.IoReason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * File of three slots with a small value, written in place. What was written last and what was forced last stay whole while
 * the third slot is written: after the death of the process the last value but one is read at least, after that of the
 * machine none older than the last one forced. Any thread.
 */
public final class SlotFile implements Closeable {
    /** Bytes in the file. */
    public static final int BYTES = 12_288;

    private static final int SLOT = BYTES / 3;
    private static final int HEADER = 8 + 4 + 4; // number, length, checksum

    /** Bytes in the largest value. */
    public static final int LARGEST = SLOT - HEADER;

    private final Path path;
    private final Disk disk;
    private SegmentFile file; // null while there is none that can be written
    private long number; // counts the values
    private int newest; // slot
    private int lasting; // slot of the value that was forced last
    private boolean isUnforced;
    private volatile String unread; // why what is there could not be used; null if it could, or nothing was there
    private volatile String unwritten; // why the last value is not there; null if it is

    public SlotFile(Path path, Disk disk) {
        this.path = path;
        this.disk = disk;
    }

    Path path() {
        return path;
    }

    /**
     * Why the file that was there could not be used when it was read; null if it could, or none was there. One bad slot of
     * three is no reason, as a power cut leaves it.
     */
    String unread() {
        return unread;
    }

    /** Why the last value could not be written; null if it could. */
    String unwritten() {
        return unwritten;
    }

    /** The newest value; null if there is none that can be read. */
    public synchronized byte[] read() {
        try {
            check();
            byte[] all = disk.exists(path) ? disk.read(path, 0, BYTES) : new byte[0];
            byte[] found = newestOf(all);
            unread = found == null && !isEmpty(all) ? "it is damaged" : null;
            return found;
        } catch (IOException e) {
            unread = IoReason.of(e);
            return null;
        }
    }

    private byte[] newestOf(byte[] all) {
        byte[] found = null;
        number = 0;
        for (int at = 0; at + HEADER <= all.length; at += SLOT) {
            byte[] value = value(Arrays.copyOfRange(all, at, Math.min(all.length, at + SLOT)));
            if (value != null) {
                found = value;
                newest = at / SLOT;
            }
        }
        return found;
    }

    private void check() throws IOException {
        if (disk.isTaken(path)) {
            throw new FileSystemException(path.toString(), null, "it is no regular file");
        }
    }

    /** Whether a crash while it was made may have left it so. */
    private static boolean isEmpty(byte[] all) {
        return Arrays.equals(all, new byte[all.length]);
    }

    private byte[] value(byte[] bytes) {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        long told = from.getLong();
        int length = from.getInt();
        int sum = from.getInt();
        if (told <= number || length < 1 || length > bytes.length - HEADER || sum != sum(bytes, told, length)) {
            return null;
        }
        number = told;
        return Arrays.copyOfRange(bytes, HEADER, HEADER + length);
    }

    private static int sum(byte[] bytes, long number, int length) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(8).putLong(number).flip());
        sum.update(bytes, HEADER, length);
        return (int) sum.getValue();
    }

    /**
     * Writes a value; the death of the process does not take it.
     *
     * @throws IOException if it cannot be written, or there is no file yet and no room for one
     */
    public synchronized void write(byte[] value) throws IOException {
        if (value.length < 1 || value.length > LARGEST) {
            throw new IllegalArgumentException("a value of " + value.length + " bytes");
        }
        try {
            put(value);
            unwritten = null;
        } catch (IOException e) {
            unwritten = IoReason.of(e);
            throw e;
        }
    }

    private void put(byte[] value) throws IOException {
        if (file == null) {
            make();
        }
        byte[] bytes = new byte[HEADER + value.length];
        System.arraycopy(value, 0, bytes, HEADER, value.length);
        ByteBuffer.wrap(bytes).putLong(number + 1).putInt(value.length).putInt(sum(bytes, number + 1, value.length));
        int next = newest == lasting ? (newest + 1) % 3 : 3 - newest - lasting;
        file.writeAt((long) next * SLOT, bytes);
        newest = next;
        number++;
        isUnforced = true;
    }

    private void make() throws IOException {
        check();
        byte[] there = disk.exists(path) ? disk.read(path, 0, BYTES) : new byte[0];
        if (number == 0) {
            newestOf(there);
        }
        boolean isWhole = there.length == BYTES;
        SegmentFile made = disk.open(path);
        try {
            if (!isWhole) {
                made.startAt(0);
                made.write(new byte[BYTES], BYTES); // really, as a hole has no room
            }
            made.force(); // of the last process too
            lasting = newest;
            disk.force(path.toAbsolutePath().getParent());
            file = made;
        } finally {
            if (file == null) {
                SegmentFile.close(made);
                if (!isWhole) {
                    disk.delete(path); // half a file takes room, and is of no use
                }
            }
        }
    }

    /** Returns when the newest value is on the disk. Who writes meanwhile does not wait for it, as a rule. */
    public void force() throws IOException {
        SegmentFile to;
        long upTo;
        synchronized (this) {
            to = file;
            upTo = number;
            if (!isUnforced || to == null) {
                return;
            }
        }
        to.force();
        synchronized (this) {
            if (number != upTo && file != null) {
                file.force(); // what was forced may be half written over
            }
            isUnforced = false;
            lasting = newest;
        }
    }

    /** Deletes the file, so that no value that is true no more is found. */
    public synchronized void delete() throws IOException {
        close();
        isUnforced = false;
        if (disk.exists(path) && !disk.isTaken(path)) {
            disk.delete(path);
            disk.force(path.toAbsolutePath().getParent());
        }
    }

    /** A later write opens it again. */
    @Override
    public synchronized void close() {
        SegmentFile.close(file);
        file = null;
    }
}
