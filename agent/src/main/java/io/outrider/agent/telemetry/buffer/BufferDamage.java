package io.outrider.agent.telemetry.buffer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Damage of a log found on opening.
 *
 * @param places unreadable or missing
 * @param records lost, as far as they could be counted
 * @param isCounted whether the number of lost records is exact
 * @param files with damage
 */
record BufferDamage(long places, long records, boolean isCounted, List<String> files) {
    static final BufferDamage NONE = new BufferDamage(0, 0, true, List.of());

    BufferDamage and(BufferDamage other) {
        List<String> joined = new ArrayList<>(files);
        joined.addAll(other.files);
        return new BufferDamage(places + other.places, records + other.records, isCounted && other.isCounted, joined);
    }

    /** Number of lost records as text. */
    String lostText() {
        if (!isCounted) {
            return records == 0 ? "an unknown number of records" : "at least " + countText();
        }
        return records == 0 ? "no record" : countText();
    }

    private String countText() {
        return String.format(Locale.ROOT, "%d %s", records, records == 1 ? "record" : "records");
    }
}
