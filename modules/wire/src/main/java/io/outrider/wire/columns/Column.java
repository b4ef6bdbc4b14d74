package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Column: the values of one member in all rows of a group; a JSON array that begins with its encoding's name. */
final class Column {
    private Column() {}

    static void write(JsonGenerator to, List<?> values, SizeBudget budget) throws IOException {
        to.writeStartArray();
        if (values.stream().allMatch(each -> Objects.equals(each, values.get(0)))) {
            to.writeString("const");
            JsonValues.write(to, values.get(0), budget);
        } else {
            long[] whole = wholeNumbers(values);
            Decimals decimals = whole == null ? decimals(values) : null;
            long[] clock = whole == null && decimals == null ? TimeOfDay.seconds(values) : null;
            if (whole != null) {
                deltas(to, whole, Decimals.scale(whole), budget);
            } else if (decimals != null) {
                deltas(to, decimals.numbers(), Decimals.scale(decimals), budget);
            } else if (clock != null) {
                deltas(to, clock, "clock", budget);
            } else {
                tableOrList(to, values, budget);
            }
        }
        to.writeEndArray();
    }

    /** @param field of the batch, for the message of the exception */
    static List<Object> read(String field, Object column, int count) throws IOException {
        if (!(column instanceof List<?> list)) {
            throw new IOException("'" + field + "' is not a column");
        }
        try {
            return read(list, count);
        } catch (IOException e) {
            throw new IOException("a column in '" + field + "': " + e.getMessage(), e);
        }
    }

    private static List<Object> read(List<?> column, int count) throws IOException {
        Object encoding = column.isEmpty() ? null : column.get(0);
        if ("const".equals(encoding) && column.size() == 2) {
            return Collections.nCopies(count, column.get(1));
        }
        if ("list".equals(encoding) && column.size() == count + 1) {
            return new ArrayList<>(column.subList(1, column.size()));
        }
        if ("words".equals(encoding) && column.size() == 3 && column.get(1) instanceof List<?> table) {
            List<Object> all = new ArrayList<>(count);
            for (int index : PackedInts.unsigned(text(column.get(2)), count, table.size())) {
                all.add(table.get(index));
            }
            return all;
        }
        DeltaEncoding.Predictor predictor = encoding instanceof String text ? DeltaEncoding.Predictor.of(text) : null;
        if (predictor == null || column.size() != 5) {
            throw new IOException("unknown encoding, or a wrong number of elements");
        }
        long[] residuals = PackedInts.signed(text(column.get(4)), predictor.residuals(count));
        long first = wholeNumber("first", column.get(2)).longValueExact();
        long slope = wholeNumber("slope", column.get(3)).longValueExact();
        List<Object> all = new ArrayList<>(count);
        for (long number : new DeltaEncoding(predictor, first, slope, residuals).numbers(count)) {
            all.add(Decimals.value(column.get(1), number));
        }
        return all;
    }

    private static void deltas(JsonGenerator to, long[] numbers, Object scale, SizeBudget budget) throws IOException {
        DeltaEncoding deltas = DeltaEncoding.of(numbers);
        to.writeString(deltas.predictor().encoding());
        JsonValues.write(to, scale, budget);
        to.writeNumber(deltas.first());
        to.writeNumber(deltas.slope());
        to.writeString(PackedInts.signed(deltas.residuals()));
    }

    private static void tableOrList(JsonGenerator to, List<?> values, SizeBudget budget) throws IOException {
        Map<Object, Integer> table = new LinkedHashMap<>();
        int[] indices = new int[values.size()];
        for (int i = 0; i < indices.length && table.size() * 2 <= indices.length; i++) {
            Object value = values.get(i);
            if (!(value instanceof String) && !(value instanceof Number) && !(value instanceof Boolean)) {
                table.clear();
                break;
            }
            Integer known = table.putIfAbsent(value, table.size());
            indices[i] = known == null ? table.size() - 1 : known;
        }
        boolean usesTable = !table.isEmpty() && table.size() * 2 <= indices.length;
        to.writeString(usesTable ? "words" : "list");
        if (usesTable) {
            to.writeStartArray();
        }
        for (Object each : usesTable ? table.keySet() : values) {
            JsonValues.write(to, each, budget);
        }
        if (usesTable) {
            to.writeEndArray();
            to.writeString(PackedInts.unsigned(indices));
        }
    }

    /** Null unless all are whole numbers of moderate size. */
    private static long[] wholeNumbers(List<?> values) {
        long[] numbers = new long[values.size()];
        for (int i = 0; i < numbers.length; i++) {
            Object value = values.get(i);
            if (!JsonValues.isWhole(value) || !DeltaEncoding.accepts(((Number) value).longValue())) {
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
        throw new IOException("the packed numbers are not text");
    }

    /** Decoded whole number of at most 65 bits. */
    static BigInteger wholeNumber(String field, Object value) throws IOException {
        if (value instanceof Integer || value instanceof Long) {
            return BigInteger.valueOf(((Number) value).longValue());
        }
        if (value instanceof BigInteger big && big.bitLength() <= Long.SIZE + 1) {
            return big;
        }
        throw new IOException("'" + field + "' is not a whole number, or too large");
    }
}
