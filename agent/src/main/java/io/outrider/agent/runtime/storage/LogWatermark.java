package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * High-water mark of a log: the forced length of each of its files. Distinguishes a cut or removed file from the
 * effects of a crash. Any thread.
 */
final class LogWatermark {
    private static final int ENTRY_BYTES = 8 + 4; // number and length of a segment
    private static final int MAX_SEGMENTS = SlotFile.MAX_VALUE_BYTES / ENTRY_BYTES; // the newest segments are kept

    private final SlotFile file; // null if no watermark is kept
    private final Set<Long> dropped = new HashSet<>();
    private SortedMap<Long, Long> forced = new TreeMap<>(); // forced lengths by segment

    LogWatermark(SlotFile file) {
        this.file = file;
    }

    /** Segments shorter than their forced length, except those known as damaged. */
    List<FileDamage> findDamage(Segments segments, Map<Long, Integer> soundLengths, List<Long> damagedSegments) {
        byte[] value = file == null ? null : file.read();
        ByteBuffer from = ByteBuffer.wrap(value == null ? new byte[0] : value);
        List<FileDamage> damages = new ArrayList<>();
        while (from.remaining() >= ENTRY_BYTES) {
            long number = from.getLong();
            int length = from.getInt();
            if (!soundLengths.containsKey(number) && !damagedSegments.contains(number)) {
                damages.add(new FileDamage(segments.path(number), "is gone"));
            } else if (!damagedSegments.contains(number) && soundLengths.get(number) < length) {
                damages.add(new FileDamage(
                        segments.path(number), "can be read up to byte " + soundLengths.get(number) + " of " + length));
            }
        }
        return damages;
    }

    /** Records that the segments are forced up to these lengths. */
    synchronized void advance(SortedMap<Long, Long> lengths) {
        if (file == null) {
            return;
        }
        forced = new TreeMap<>();
        lengths.forEach(forced::put); // the constructor's copy fails if a segment is dropped meanwhile
        forced.keySet().removeAll(dropped);
        while (forced.size() > MAX_SEGMENTS) {
            forced.remove(forced.firstKey());
        }
        try {
            write();
        } catch (IOException e) {
            // a stale mark only reports less damage; the next call rewrites it
        }
    }

    /**
     * To be called before a segment is dropped.
     *
     * @throws IOException if the next opening would report it as missing
     */
    synchronized void beforeDrop(long segment) throws IOException {
        if (file == null) {
            return;
        }
        dropped.add(segment);
        forced.remove(segment);
        try {
            write();
            file.force();
        } catch (IOException e) {
            file.delete();
        }
    }

    private void write() throws IOException {
        if (forced.isEmpty()) {
            file.delete();
            return;
        }
        ByteBuffer value = ByteBuffer.allocate(forced.size() * ENTRY_BYTES);
        forced.forEach((number, length) -> value.putLong(number).putInt(length.intValue()));
        file.write(value.array());
    }

    void close() {
        if (file != null) {
            file.close();
        }
    }
}
