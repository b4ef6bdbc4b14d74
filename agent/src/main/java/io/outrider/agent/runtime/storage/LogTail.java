package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a log goes on that has been read.
 *
 * @param head number of the segment that is appended to
 * @param end of what is good in it
 * @param damaged stretches that were skipped in all of them, and files that were cut or removed
 * @param damages the files with such stretches, and those files
 */
record LogTail(long head, int end, long damaged, List<FileDamage> damages) {
    /** Reads all segments. */
    static LogTail of(Segments segments, List<Long> all, RecordVisitor visitor, LogWatermark watermark) {
        long head = all.isEmpty() ? segments.after(0) : all.get(all.size() - 1);
        long before = all.size() < 2 ? 0 : all.get(all.size() - 2); // may have been left before it was forced
        int end = 0;
        long damaged = 0;
        List<Long> rotten = new ArrayList<>();
        Map<Long, Integer> sound = new HashMap<>();
        for (long number : all) {
            SegmentScanner scan = new SegmentScanner(segments, number, visitor);
            try {
                scan.run();
            } catch (IOException e) { // the others are read all the same
                damaged++;
                rotten.add(number);
                head = number == head ? segments.after(head) : head; // it is not written to
                continue;
            }
            boolean mayBeTorn = number == head || number == before;
            long here = scan.damaged() + (scan.isGivenUp() || scan.hasRest() && !mayBeTorn ? 1 : 0);
            damaged += here;
            if (here > 0) {
                rotten.add(number);
            }
            sound.put(number, scan.good());
            if (number == before && scan.hasRest() && !scan.isGivenUp()) {
                cut(segments, number, scan.good());
            }
            end = number == head ? scan.good() : end;
        }
        List<FileDamage> damages = watermark.missing(segments, sound, rotten);
        damaged += damages.size();
        rotten.forEach(each -> damages.add(new FileDamage(segments.path(each), "has damaged places")));
        return new LogTail(head, end, damaged, List.copyOf(damages));
    }

    /** Later, when others have followed, it would look like rot. */
    private static void cut(Segments segments, long number, int length) {
        try {
            segments.cut(number, length);
        } catch (IOException e) {
            // nothing can be written; it is tried again at the next opening
        }
    }
}
