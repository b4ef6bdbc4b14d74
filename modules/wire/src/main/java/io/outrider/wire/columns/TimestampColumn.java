package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonGenerator;
import io.outrider.wire.Micros;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Distinct timestamps of the records of some groups, ascending; groups refer to them by index. Values of one response
 * share theirs, as do most of successive records of one logger.
 *
 * @param micros since 1970
 */
record TimestampColumn(long[] micros) {
    static TimestampColumn of(List<SequencedRecord> records) {
        return distinct(records.stream().mapToLong(TimestampColumn::micros).toArray());
    }

    TimestampColumn union(TimestampColumn other) {
        if (shared(other) == other.micros.length) {
            return this;
        }
        return distinct(LongStream.concat(Arrays.stream(micros), Arrays.stream(other.micros))
                .toArray());
    }

    private static TimestampColumn distinct(long[] timestamps) {
        Arrays.sort(timestamps);
        int count = 1;
        for (int i = 1; i < timestamps.length; i++) {
            if (timestamps[i] != timestamps[i - 1]) {
                timestamps[count++] = timestamps[i];
            }
        }
        return new TimestampColumn(Arrays.copyOf(timestamps, count));
    }

    /** Number of timestamps of the other column that are in this one too. */
    int shared(TimestampColumn other) {
        return (int) Arrays.stream(other.micros)
                .filter(each -> Arrays.binarySearch(micros, each) >= 0)
                .count();
    }

    /** Negative if it is not in the column. */
    int indexOf(SequencedRecord record) {
        return Arrays.binarySearch(micros, micros(record));
    }

    private static long micros(SequencedRecord record) {
        return record.record().at().micros();
    }

    /**
     * Writes each timestamp as whole seconds plus a remainder in µs: loggers have intervals of whole seconds, and small
     * delays.
     */
    void write(JsonGenerator to, SizeBudget budget) throws IOException {
        long span = micros[micros.length - 1] - micros[0];
        boolean fits = span >= 0 && span < Long.MAX_VALUE - Micros.SECOND;
        long from = fits ? micros[0] : 0;
        List<Object> seconds = new ArrayList<>(micros.length);
        List<Object> rest = new ArrayList<>(micros.length);
        for (long each : micros) {
            long second = fits ? Math.floorDiv(each - from + Micros.SECOND / 2, Micros.SECOND) : 0;
            seconds.add(second);
            rest.add(each - from - second * Micros.SECOND);
        }
        to.writeStartObject();
        to.writeNumberField("n", micros.length);
        to.writeNumberField("from", from);
        to.writeFieldName("seconds");
        Column.write(to, seconds, budget);
        to.writeFieldName("rest");
        Column.write(to, rest, budget);
        to.writeEndObject();
    }

    static TimestampColumn read(Object value, SizeBudget budget) throws IOException {
        if (!(value instanceof Map<?, ?> map)
                || !(map.get("n") instanceof Integer count)
                || count < 1
                || count > SizeBudget.RECORDS) {
            throw new IOException("an item of 'moments' has no 'n', or one out of range");
        }
        budget.take(4L * count);
        BigInteger from = Column.wholeNumber("from", map.get("from"));
        List<Object> wholeSeconds = Column.read("seconds", map.get("seconds"), count);
        List<Object> remainders = Column.read("rest", map.get("rest"), count);
        long[] micros = new long[count];
        for (int i = 0; i < count; i++) {
            BigInteger second =
                    Column.wholeNumber("seconds", wholeSeconds.get(i)).multiply(BigInteger.valueOf(Micros.SECOND));
            micros[i] = from.add(second)
                    .add(Column.wholeNumber("rest", remainders.get(i)))
                    .longValueExact();
        }
        return new TimestampColumn(micros);
    }

    /** Timestamps of a group by their indexes. */
    long[] at(Object column, int count) throws IOException {
        long[] at = new long[count];
        int i = 0;
        for (Object each : Column.read("at", column, count)) {
            if (!(each instanceof Integer index) || index < 0 || index >= micros.length) {
                throw new IOException("'at' has an index outside of its item of 'moments'");
            }
            at[i++] = micros[index];
        }
        return at;
    }
}
