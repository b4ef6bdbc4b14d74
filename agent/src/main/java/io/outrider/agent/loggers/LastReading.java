package io.outrider.agent.loggers;

import io.outrider.agent.results.Result;
import io.outrider.agent.results.ResultWriter;
import io.outrider.agent.telemetry.Sample;
import io.outrider.api.Failure;

/** Latest reading of a logger, for people; bounded in bytes, as there may be a thousand loggers. Immutable. */
final class LastReading {
    /** Bytes of JSON that are kept of a reading. */
    static final int MOST_BYTES = 1024;

    private static final int MOST_FIELDS = 16;
    private static final int LONGEST_TEXT = 40;

    private final Object row;

    private LastReading(Object row) {
        this.row = row;
    }

    static LastReading of(Sample sample) {
        return new LastReading(isSmall(sample) ? sample : bounded(sample));
    }

    /** Most are, and are not written for nobody. */
    private static boolean isSmall(Sample sample) {
        return sample.fields().size() <= MOST_FIELDS
                && sample.fields().entrySet().stream()
                        .allMatch(field -> field.getKey().length() <= LONGEST_TEXT
                                && (field.getValue() instanceof Number
                                        || field.getValue() instanceof Boolean
                                        || field.getValue() instanceof String text && text.length() <= LONGEST_TEXT));
    }

    private static Object bounded(Sample sample) {
        try {
            Result row = ResultWriter.write(sample.row(), MOST_BYTES);
            return row.isWhole() ? sample : row.within(MOST_BYTES);
        } catch (Failure e) { // too deep, which a reading is not
            return Result.of(e.getMessage());
        }
    }

    /** The record as it would leave the unit, or the beginning of it. */
    Object json() {
        return row instanceof Sample sample ? sample.row() : row;
    }
}
