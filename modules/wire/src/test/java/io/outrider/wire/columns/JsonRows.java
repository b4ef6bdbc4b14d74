package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonGenerator;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** JSON rows in a form that can be compared: numbers by value, decimals distinct from whole numbers. */
final class JsonRows {
    private JsonRows() {}

    static List<Object> rows(List<SequencedRecord> records) {
        List<Object> rows = new ArrayList<>();
        records.forEach(each -> rows.add(comparable(each.record().row())));
        return rows;
    }

    static String text(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator to = JsonValues.FACTORY.createGenerator(text)) {
            JsonValues.write(to, value, new SizeBudget(Long.MAX_VALUE));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return text.toString();
    }

    static Object comparable(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((name, each) -> sorted.put((String) name, comparable(each)));
            return new LinkedHashMap<>(sorted);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(JsonRows::comparable).toList();
        }
        if (value instanceof Number number) {
            return number(text(number));
        }
        return value;
    }

    private static String number(String json) {
        boolean decimal = json.matches(".*[.eE].*");
        BigDecimal exact = new BigDecimal(json);
        if (exact.signum() == 0) {
            return json.startsWith("-") ? "-0.0" : decimal ? "0.0" : "0";
        }
        return (decimal ? "decimal " : "whole ") + exact.stripTrailingZeros();
    }
}
