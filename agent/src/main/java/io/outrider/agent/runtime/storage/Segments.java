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

/** Segment files of a log in their folder, named by their numbers. */
record Segments(Path folder, Disk disk) {
    private static final int READ_BYTES = 4096; // first read; a longer record takes a second one
    private static final Pattern NAME = Pattern.compile("[0-3][0-9a-f]{15}\\.log");

    Path path(long number) {
        return folder.resolve(name(number));
    }

    static String name(long number) {
        return HexFormat.of().toHexDigits(number) + ".log";
    }

    /** Segments with their lengths; ignores other files. */
    SortedMap<Long, Long> list() throws IOException {
        SortedMap<Long, Long> lengths = new TreeMap<>();
        disk.list(folder).forEach((name, length) -> {
            if (NAME.matcher(name).matches()) {
                lengths.put(Long.parseLong(name.substring(0, 16), 16), length);
            }
        });
        return lengths;
    }

    /** Reads one record. */
    byte[] read(LogPosition position) throws IOException {
        try {
            return readRecord(path(position.segment()), position);
        } catch (NoSuchFileException e) {
            throw new CorruptRecordException("the file of the record at " + position + " is gone", e);
        }
    }

    private byte[] readRecord(Path path, LogPosition position) throws IOException {
        byte[] bytes = disk.read(path, position.offset(), RecordFraming.HEADER + READ_BYTES);
        int length =
                bytes.length < RecordFraming.HEADER ? 0 : ByteBuffer.wrap(bytes).getInt();
        if (length > READ_BYTES && length <= SegmentedLog.MAX_RECORD_BYTES) {
            bytes = disk.read(path, position.offset(), RecordFraming.HEADER + length);
        }
        if (length < 1 || RecordFraming.lengthAt(bytes, 0) != length) {
            throw new CorruptRecordException("the record at " + position + " has rotted", null);
        }
        return Arrays.copyOfRange(bytes, RecordFraming.HEADER, RecordFraming.HEADER + length);
    }

    /** The next number whose name is not taken by something else than a file. */
    long nextAfter(long number) {
        long next = number + 1;
        while (disk.isNotRegularFile(path(next))) {
            next++;
        }
        return next;
    }

    /** Sets and forces the length. */
    void truncate(long number, int length) throws IOException {
        try (SegmentFile file = disk.open(path(number))) {
            file.startAt(length);
            file.force();
        }
    }
}
