package io.outrider.agent.telemetry.buffer;

import java.util.List;
import java.util.stream.Stream;

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
        List<String> joined =
                Stream.concat(files.stream(), other.files.stream()).toList();
        return new BufferDamage(places + other.places, records + other.records, isCounted && other.isCounted, joined);
    }

    String lostText() {
        if (records == 0) {
            return isCounted ? "no record" : "an unknown number of records";
        }
        return (isCounted ? "" : "at least ") + records + (records == 1 ? " record" : " records");
    }
}
