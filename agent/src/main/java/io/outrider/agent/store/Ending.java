package io.outrider.agent.store;

import java.io.IOException;
import java.util.List;

/**
 * Where a log goes on that has been read.
 *
 * @param head number of the segment that is appended to
 * @param end of what is good in it
 * @param damaged stretches that were skipped in all of them
 */
record Ending(long head, int end, long damaged) {
    /** Reads all segments. */
    static Ending of(Segments segments, List<Long> all, Visitor visitor) {
        long head = all.isEmpty() ? segments.after(0) : all.get(all.size() - 1);
        long before = all.size() < 2 ? 0 : all.get(all.size() - 2); // may have been left before it was forced
        int end = 0;
        long damaged = 0;
        for (long number : all) {
            Scan scan = new Scan(segments, number, visitor);
            try {
                scan.run();
            } catch (IOException e) { // the others are read all the same
                damaged++;
                head = number == head ? segments.after(head) : head; // it is not written to
                continue;
            }
            damaged += scan.damaged();
            boolean mayBeTorn = number == head || number == before;
            damaged += scan.isGivenUp() || scan.hasRest() && !mayBeTorn ? 1 : 0;
            if (number == before && scan.hasRest() && !scan.isGivenUp()) {
                cut(segments, number, scan.good());
            }
            end = number == head ? scan.good() : end;
        }
        return new Ending(head, end, damaged);
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
