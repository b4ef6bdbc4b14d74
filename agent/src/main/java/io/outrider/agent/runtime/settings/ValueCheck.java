package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.api.Failure;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Check of the values of a file or document, with each element of lists and tables, before they are bound. It is stricter
 * than the check of a command's arguments: text without quotes is refused, as {@code 7E4} is read as the number 70000 and
 * the original is lost, and so are numbers and booleans with quotes, and other words and numbers than true and false.
 *
 * @param secret whether messages may not quote values
 */
record ValueCheck(boolean secret, List<SettingProblem> problems) {
    void check(String path, Type type, Object value) {
        if (value == null || type == Object.class) {
            return;
        }
        Type element = type instanceof ParameterizedType of
                ? of.getActualTypeArguments()[of.getActualTypeArguments().length - 1]
                : null;
        boolean isTable = type instanceof ParameterizedType of && of.getRawType() == Map.class;
        if (isTable && value instanceof Map<?, ?> table) {
            table.forEach((key, inner) ->
                    check(SettingProblem.join(path, SettingsProblems.oneLine(String.valueOf(key))), element, inner));
        } else if (element != null && !isTable && value instanceof Collection<?> list) {
            int index = 0;
            for (Object each : list) {
                check(list.size() == 1 ? path : path + "[" + index++ + "]", element, each);
            }
        } else if (element != null && !isTable) {
            check(path, element, value); // a single value stands for a list of it
        } else {
            single(path, type, value);
        }
    }

    private void single(String path, Type type, Object value) {
        if (type == String.class && (value instanceof Number || value instanceof Boolean)) {
            add(
                    path,
                    "takes text, which stands in quotes; without them it is "
                            + (value instanceof Boolean ? "a boolean" : "a number"),
                    ", " + SettingsProblems.oneLine(value instanceof Number n ? plain(n) : value.toString()));
            return;
        }
        Parameter parameter = new Parameter(path, List.of(), type, false, false, "", "");
        try {
            parameter.read(Json.mapper(), literal(value));
        } catch (Failure e) {
            problems.add(new SettingProblem(path, secret ? "takes " + parameter.kind() : e.sentence()));
            return;
        }
        boolean isBoolean = type == boolean.class || type == Boolean.class;
        String text = String.valueOf(value).strip();
        if (isBoolean && (text.equals("true") || text.equals("false"))) {
            unquoted(path, value, "true or false");
        } else if (isBoolean) {
            add(path, "takes true or false", ", not '" + SettingsProblems.oneLine(text) + "'");
        } else if (type instanceof Class<?> plain && (plain.isPrimitive() || Number.class.isAssignableFrom(plain))) {
            unquoted(path, value, "a number");
        }
    }

    private void unquoted(String path, Object value, String what) {
        if (value instanceof String text) {
            add(path, "takes " + what + " without quotes", ": " + text.strip());
        }
    }

    private void add(String path, String sentence, String quoted) {
        problems.add(new SettingProblem(path, secret ? sentence : sentence + quoted));
    }

    /** 70000, not 7E+4. */
    private static String plain(Number number) {
        double value = number.doubleValue();
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : number.toString();
    }

    /** Quoted text stays text; only on a command line it may be JSON. */
    static Object literal(Object value) {
        if (value instanceof List<?> list) {
            List<Object> written = new ArrayList<>(); // may contain null
            list.forEach(each -> written.add(literal(each)));
            return written;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> written = new LinkedHashMap<>();
            map.forEach((key, inner) -> written.put(String.valueOf(key), literal(inner)));
            return written;
        }
        return value instanceof String text && !text.isEmpty() && "{[".indexOf(text.charAt(0)) >= 0
                ? TextNode.valueOf(text)
                : value;
    }
}
