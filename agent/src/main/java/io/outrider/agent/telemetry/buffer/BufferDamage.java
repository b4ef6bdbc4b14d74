package io.outrider.agent.telemetry.buffer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Damage that was found in a lane when the buffer was opened.
 *
 * @param places where something is unreadable or missing
 * @param records that are lost by it, as far as they could be counted
 * @param isCounted whether that is all of them
 * @param where the files
 */
record BufferDamage(long places, long records, boolean isCounted, List<String> where) {
    static final BufferDamage NONE = new BufferDamage(0, 0, true, List.of());

    BufferDamage and(BufferDamage other) {
        List<String> both = new ArrayList<>(where);
        both.addAll(other.where);
        return new BufferDamage(places + other.places, records + other.records, isCounted && other.isCounted, both);
    }

    /** Number of records that are lost, in words. */
    String cost() {
        if (!isCounted) {
            return records == 0 ? "an unknown number of records" : "at least " + number();
        }
        return records == 0 ? "no record" : number();
    }

    private String number() {
        return String.format(Locale.ROOT, "%d %s", records, records == 1 ? "record" : "records");
    }
}
