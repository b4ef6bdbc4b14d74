package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The files of a log in their folder, named by their numbers. */
record Segments(Path folder, Disk disk) {
    private static final int USUAL = 4096; // bytes that are read at once
    private static final Pattern NAME = Pattern.compile("[0-3][0-9a-f]{15}\\.log");

    Path path(long number) {
        return folder.resolve(name(number));
    }

    static String name(long number) {
        return HexFormat.of().toHexDigits(number) + ".log";
    }

    /** Those there are, with their lengths. Other files are left alone. */
    SortedMap<Long, Long> list() throws IOException {
        SortedMap<Long, Long> found = new TreeMap<>();
        disk.list(folder).forEach((name, length) -> {
            if (NAME.matcher(name).matches()) {
                found.put(Long.parseLong(name.substring(0, 16), 16), length);
            }
        });
        return found;
    }

    /** This many bytes from there on, or those up to the end. */
    byte[] read(long number, int offset, int most) throws IOException {
        return disk.read(path(number), offset, most);
    }

    /** One record. */
    byte[] read(LogPosition position) throws IOException {
        try {
            return whole(path(position.segment()), position);
        } catch (NoSuchFileException e) {
            throw new CorruptRecordException("the file of the record at " + position + " is gone", e);
        }
    }

    private byte[] whole(Path path, LogPosition position) throws IOException {
        byte[] whole = disk.read(path, position.offset(), RecordFraming.HEADER + USUAL);
        int length =
                whole.length < RecordFraming.HEADER ? 0 : ByteBuffer.wrap(whole).getInt();
        if (length > USUAL && length <= SegmentedLog.LARGEST) {
            whole = disk.read(path, position.offset(), RecordFraming.HEADER + length);
        }
        if (length < 1 || RecordFraming.lengthAt(whole, 0) != length) {
            throw new CorruptRecordException("the record at " + position + " has rotted", null);
        }
        return Arrays.copyOfRange(whole, RecordFraming.HEADER, RecordFraming.HEADER + length);
    }

    /** The number that comes after; what is no file and has the name of one is gone round. */
    long after(long number) {
        long next = number + 1;
        while (disk.isTaken(path(next))) {
            next++;
        }
        return next;
    }

    /** Makes it this long, and lasting so. */
    void cut(long number, int length) throws IOException {
        try (SegmentFile file = disk.open(path(number))) {
            file.startAt(length);
            file.force();
        }
    }

    void delete(long number) throws IOException {
        disk.delete(path(number));
    }
}
