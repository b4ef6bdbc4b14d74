package io.outrider.agent.runtime.functions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Arguments of a call with secrets masked, for logs, storage and replies.
 *
 * @param complete true if nothing was masked, so that the call can be repeated from them
 */
public record RedactedArguments(List<Object> positional, Map<String, Object> keywords, boolean complete) {
    public static RedactedArguments of(List<?> positional, Map<String, ?> keywords) {
        return of(List.of(), positional, keywords);
    }

    static RedactedArguments of(List<Parameter> parameters, List<?> positional, Map<String, ?> keywords) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < positional.size(); i++) {
            Parameter parameter = Parameter.at(parameters, i);
            boolean secret = parameter != null && parameter.secret() || i > 0 && isOption(positional.get(i - 1));
            values.add(secret ? Redaction.MASK : masked(positional.get(i)));
        }
        Map<String, Object> named = new LinkedHashMap<>();
        for (Map.Entry<String, ?> keyword : keywords.entrySet()) {
            Parameter parameter = Parameter.named(parameters, keyword.getKey());
            boolean secret = parameter == null ? Redaction.isSecret(keyword.getKey()) : parameter.secret();
            named.put(keyword.getKey(), secret ? Redaction.MASK : masked(keyword.getValue()));
        }
        boolean complete = values.equals(positional) && named.equals(keywords);
        return new RedactedArguments(values, named, complete);
    }

    /** True for {@code --password}, whose value is the next word. */
    private static boolean isOption(Object word) {
        return word instanceof String text && text.startsWith("-") && text.indexOf('=') < 0 && Redaction.isSecret(text);
    }

    /** Masks secrets inside a value by their names. */
    public static Object masked(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> all = new LinkedHashMap<>();
            map.forEach((key, each) -> {
                String name = String.valueOf(key);
                all.put(name, Redaction.isSecret(name) ? Redaction.MASK : masked(each));
            });
            return all;
        }
        if (value instanceof Collection<?> list) {
            List<Object> all = new ArrayList<>();
            Object before = null;
            for (Object each : list) {
                all.add(isOption(before) ? Redaction.MASK : masked(each));
                before = each;
            }
            return all;
        }
        return value instanceof String text ? Redaction.redact(text) : value;
    }

    /** Form of the reply: the positional values, then an object of the keywords if there are any. */
    public List<Object> asList() {
        List<Object> all = new ArrayList<>(positional);
        if (!keywords.isEmpty()) {
            all.add(keywords);
        }
        return all;
    }
}
