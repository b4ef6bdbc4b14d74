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
 * High-water mark of a log: up to where each of its files was on the disk for certain. Tells a file that was cut or removed
 * from what a crash leaves. Any thread.
 */
final class LogWatermark {
    private static final int EACH = 8 + 4; // number and length of a segment
    private static final int MOST = SlotFile.LARGEST / EACH; // of more segments, the newest

    private final SlotFile file; // null if none is kept
    private final Set<Long> dropped = new HashSet<>();
    private SortedMap<Long, Long> forced = new TreeMap<>(); // lengths

    LogWatermark(SlotFile file) {
        this.file = file;
    }

    /** Segments that hold less than was on the disk, but for those of which that is known already. */
    List<FileDamage> missing(Segments segments, Map<Long, Integer> sound, List<Long> rotten) {
        byte[] value = file == null ? null : file.read();
        ByteBuffer from = ByteBuffer.wrap(value == null ? new byte[0] : value);
        List<FileDamage> all = new ArrayList<>();
        while (from.remaining() >= EACH) {
            long number = from.getLong();
            int length = from.getInt();
            if (!sound.containsKey(number) && !rotten.contains(number)) {
                all.add(new FileDamage(segments.path(number), "is gone"));
            } else if (!rotten.contains(number) && sound.get(number) < length) {
                all.add(new FileDamage(
                        segments.path(number), "can be read up to byte " + sound.get(number) + " of " + length));
            }
        }
        return all;
    }

    /** All that is in segments of these lengths has been forced. */
    synchronized void advance(SegmentLengths lengths) {
        if (file == null) {
            return;
        }
        forced = lengths.all();
        forced.keySet().removeAll(dropped);
        while (forced.size() > MOST) {
            forced.remove(forced.firstKey());
        }
        try {
            write();
        } catch (IOException e) {
            // it says less than is so; the next time it is written anew
        }
    }

    /**
     * A segment is about to be dropped.
     *
     * @throws IOException if it would be missed at the next opening
     */
    synchronized void leave(long segment) throws IOException {
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
        ByteBuffer value = ByteBuffer.allocate(forced.size() * EACH);
        forced.forEach((number, length) -> value.putLong(number).putInt(length.intValue()));
        file.write(value.array());
    }

    void close() {
        if (file != null) {
            file.close();
        }
    }
}
