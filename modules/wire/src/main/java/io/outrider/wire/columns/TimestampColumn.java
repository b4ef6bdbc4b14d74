package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonGenerator;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The distinct moments of some groups' records, ascending; the groups refer to them by their place, from 0. Readings of
 * one answer share theirs, and so do most of those of one logger after another.
 *
 * @param micros since 1970
 */
record TimestampColumn(long[] micros) {
    private static final long SECOND = 1_000_000;

    static TimestampColumn of(List<SequencedRecord> records) {
        long[] all = new long[records.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = micros(records.get(i));
        }
        return distinct(all);
    }

    TimestampColumn and(TimestampColumn other) {
        if (shared(other) == other.count()) {
            return this;
        }
        long[] all = Arrays.copyOf(micros, micros.length + other.micros.length);
        System.arraycopy(other.micros, 0, all, micros.length, other.micros.length);
        return distinct(all);
    }

    private static TimestampColumn distinct(long[] all) {
        Arrays.sort(all);
        int count = 1;
        for (int i = 1; i < all.length; i++) {
            if (all[i] != all[i - 1]) {
                all[count++] = all[i];
            }
        }
        return new TimestampColumn(Arrays.copyOf(all, count));
    }

    /** How many of the other's are here too. */
    int shared(TimestampColumn other) {
        int shared = 0;
        for (long each : other.micros) {
            shared += place(each) >= 0 ? 1 : 0;
        }
        return shared;
    }

    int count() {
        return micros.length;
    }

    int place(long moment) {
        return Arrays.binarySearch(micros, moment);
    }

    /** Negative if it is not here. */
    int place(SequencedRecord record) {
        return place(micros(record));
    }

    private static long micros(SequencedRecord record) {
        return record.record().at().micros();
    }

    /** By the second and what is beside it: loggers have intervals of whole seconds, and are late by little. */
    void write(JsonGenerator to, SizeBudget allowance) throws IOException {
        long span = micros[micros.length - 1] - micros[0];
        boolean fits = span >= 0 && span < Long.MAX_VALUE - SECOND;
        long from = fits ? micros[0] : 0;
        List<Object> seconds = new ArrayList<>(micros.length);
        List<Object> rest = new ArrayList<>(micros.length);
        for (long each : micros) {
            long second = fits ? Math.floorDiv(each - from + SECOND / 2, SECOND) : 0;
            seconds.add(second);
            rest.add(each - from - second * SECOND);
        }
        to.writeStartObject();
        to.writeNumberField("n", micros.length);
        to.writeNumberField("from", from);
        to.writeFieldName("seconds");
        Column.write(to, seconds, allowance);
        to.writeFieldName("rest");
        Column.write(to, rest, allowance);
        to.writeEndObject();
    }

    static TimestampColumn read(Object told, SizeBudget allowance) throws IOException {
        if (!(told instanceof Map<?, ?> map)
                || !(map.get("n") instanceof Integer count)
                || count < 1
                || count > BatchLimits.RECORDS
                || !(map.get("seconds") instanceof List<?> seconds)
                || !(map.get("rest") instanceof List<?> rest)) {
            throw new IOException("moments are not told as such");
        }
        allowance.take(4L * count);
        BigInteger from = ExactLongs.number(map.get("from"));
        List<Object> whole = Column.read(seconds, count);
        List<Object> beside = Column.read(rest, count);
        long[] micros = new long[count];
        for (int i = 0; i < count; i++) {
            micros[i] =
                    ExactLongs.exact(from.add(ExactLongs.number(whole.get(i)).multiply(BigInteger.valueOf(SECOND)))
                            .add(ExactLongs.number(beside.get(i))));
        }
        return new TimestampColumn(micros);
    }

    /** @param column the places of a group's moments; @return the moments */
    long[] at(Object column, int count) throws IOException {
        if (!(column instanceof List<?> list)) {
            throw new IOException("a group lacks its moments");
        }
        long[] at = new long[count];
        int i = 0;
        for (Object each : Column.read(list, count)) {
            if (!(each instanceof Integer place) || place < 0 || place >= micros.length) {
                throw new IOException("a group has a moment that is not there");
            }
            at[i++] = micros[place];
        }
        return at;
    }
}
