package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * End of a log after its scan on opening, with the damage found.
 *
 * @param endOffset of the sound part of the active segment
 * @param damaged number of skipped stretches, and of cut or missing files
 */
record LogTail(long activeSegment, int endOffset, long damaged, List<FileDamage> damages) {
    static LogTail of(
            Segments segments, List<Long> numbers, BiConsumer<LogPosition, byte[]> visitor, LogWatermark watermark) {
        long activeSegment = numbers.isEmpty() ? segments.nextAfter(0) : numbers.get(numbers.size() - 1);
        // may have a torn end too, if it was rolled before its last records were forced
        long previous = numbers.size() < 2 ? 0 : numbers.get(numbers.size() - 2);
        int endOffset = 0;
        long damaged = 0;
        List<Long> damagedSegments = new ArrayList<>();
        Map<Long, Integer> soundLengths = new HashMap<>();
        for (long number : numbers) {
            SegmentScanner scan = new SegmentScanner(segments, number, visitor);
            try {
                scan.run();
            } catch (IOException e) { // the other segments are read anyway
                damaged++;
                damagedSegments.add(number);
                activeSegment = number == activeSegment ? segments.nextAfter(number) : activeSegment;
                continue;
            }
            boolean mayBeTorn = number == activeSegment || number == previous;
            long found = scan.damaged + (scan.isAbandoned || scan.hasUnreadTail() && !mayBeTorn ? 1 : 0);
            damaged += found;
            if (found > 0) {
                damagedSegments.add(number);
            }
            soundLengths.put(number, scan.soundEnd);
            if (number == previous && scan.hasUnreadTail() && !scan.isAbandoned) {
                try {
                    segments.truncate(number, scan.soundEnd); // would count as damage once more segments follow
                } catch (IOException e) {
                    // read-only disk; repeated on the next opening
                }
            }
            endOffset = number == activeSegment ? scan.soundEnd : endOffset;
        }
        List<FileDamage> damages = watermark.findDamage(segments, soundLengths, damagedSegments);
        damaged += damages.size();
        damagedSegments.forEach(each -> damages.add(new FileDamage(segments.path(each), "has damaged places")));
        return new LogTail(activeSegment, endOffset, damaged, List.copyOf(damages));
    }
}
