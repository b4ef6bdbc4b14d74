package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of one member in all rows of a group, as a JSON array that begins with the word for how they are told. */
final class Column {
    private Column() {}

    static void write(JsonGenerator to, List<?> values, SizeBudget allowance) throws IOException {
        to.writeStartArray();
        if (same(values)) {
            to.writeString("const");
            JsonValues.write(to, values.get(0), allowance);
        } else {
            long[] whole = whole(values);
            Decimals decimals = whole == null ? decimals(values) : null;
            long[] clock = whole == null && decimals == null ? TimeOfDay.seconds(values) : null;
            if (whole != null) {
                series(to, whole, DecimalScale.whole(whole));
            } else if (decimals != null) {
                series(to, decimals.numbers(), DecimalScale.decimals(decimals));
            } else if (clock != null) {
                series(to, clock, "clock");
            } else {
                others(to, values, allowance);
            }
        }
        to.writeEndArray();
    }

    /** @return exactly as many values */
    static List<Object> read(List<?> column, int count) throws IOException {
        Object word = column.isEmpty() ? null : column.get(0);
        if ("const".equals(word) && column.size() == 2) {
            Object[] all = new Object[count];
            Arrays.fill(all, column.get(1));
            return Arrays.asList(all);
        }
        if ("list".equals(word) && column.size() == count + 1) {
            return new ArrayList<>(column.subList(1, column.size()));
        }
        if ("words".equals(word) && column.size() == 3 && column.get(1) instanceof List<?> words) {
            List<Object> all = new ArrayList<>(count);
            for (int index : PackedInts.unsigned(text(column.get(2)), count, words.size())) {
                all.add(words.get(index));
            }
            return all;
        }
        DeltaEncoding.Guess guess = word instanceof String text ? DeltaEncoding.Guess.of(text) : null;
        if (guess == null || column.size() != 5) {
            throw new IOException("a column is told in no known way");
        }
        long[] rest = PackedInts.signed(text(column.get(4)), guess.rest(count));
        long[] numbers = new DeltaEncoding(guess, number(column.get(2)), number(column.get(3)), rest).numbers(count);
        return scaled(numbers, column.get(1));
    }

    private static List<Object> scaled(long[] numbers, Object scale) throws IOException {
        List<Object> all = new ArrayList<>(numbers.length);
        for (long number : numbers) {
            all.add(DecimalScale.value(scale, number));
        }
        return all;
    }

    private static void series(JsonGenerator to, long[] numbers, Object scale) throws IOException {
        DeltaEncoding series = DeltaEncoding.of(numbers);
        to.writeString(series.guess().word());
        DecimalScale.write(to, scale);
        to.writeNumber(series.first());
        to.writeNumber(series.slope());
        to.writeString(PackedInts.signed(series.rest()));
    }

    private static void others(JsonGenerator to, List<?> values, SizeBudget allowance) throws IOException {
        Map<Object, Integer> words = new LinkedHashMap<>();
        int[] indices = new int[values.size()];
        for (int i = 0; i < indices.length && words.size() * 2 <= indices.length; i++) {
            Object value = values.get(i);
            if (!(value instanceof String) && !(value instanceof Number) && !(value instanceof Boolean)) {
                words.clear();
                break;
            }
            Integer known = words.putIfAbsent(value, words.size());
            indices[i] = known == null ? words.size() - 1 : known;
        }
        boolean few = !words.isEmpty() && words.size() * 2 <= indices.length;
        to.writeString(few ? "words" : "list");
        if (few) {
            to.writeStartArray();
        }
        for (Object each : few ? words.keySet() : values) {
            JsonValues.write(to, each, allowance);
        }
        if (few) {
            to.writeEndArray();
            to.writeString(PackedInts.unsigned(indices));
        }
    }

    private static boolean same(List<?> values) {
        Object first = values.get(0);
        for (Object each : values) {
            if (each != first && (first == null || !first.equals(each))) {
                return false;
            }
        }
        return true;
    }

    /** Null if they are not all whole numbers of moderate size. */
    private static long[] whole(List<?> values) {
        long[] numbers = new long[values.size()];
        for (int i = 0; i < numbers.length; i++) {
            Object value = values.get(i);
            boolean whole = value instanceof Integer
                    || value instanceof Long
                    || value instanceof Short
                    || value instanceof Byte;
            if (!whole || !DeltaEncoding.takes(((Number) value).longValue())) {
                return null;
            }
            numbers[i] = ((Number) value).longValue();
        }
        return numbers;
    }

    private static Decimals decimals(List<?> values) {
        double[] numbers = new double[values.size()];
        for (int i = 0; i < numbers.length; i++) {
            Double number = Decimals.asDouble(values.get(i));
            if (number == null) {
                return null;
            }
            numbers[i] = number;
        }
        return Decimals.of(numbers);
    }

    private static String text(Object value) throws IOException {
        if (value instanceof String text) {
            return text;
        }
        throw new IOException("a column lacks its packed numbers");
    }

    private static long number(Object value) throws IOException {
        if (value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        }
        throw new IOException("a column lacks a whole number");
    }
}
