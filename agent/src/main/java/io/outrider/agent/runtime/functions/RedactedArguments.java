package io.outrider.agent.runtime.functions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of a call, fit to be logged, kept and sent back: secrets are masked.
 *
 * @param complete whether nothing had to be masked, so that the call could be made again from what is shown
 */
public record RedactedArguments(List<Object> positional, Map<String, Object> keywords, boolean complete) {
    /** Of a call of which is not known what it takes. */
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

    /** {@code --password}, whose value is the next word. */
    private static boolean isOption(Object word) {
        return word instanceof String text && text.startsWith("-") && text.indexOf('=') < 0 && Redaction.isSecret(text);
    }

    /** Without the secrets that are inside of a value, by their names. */
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

    /** As a return carries them: the positional ones, then the keywords as an object if there were any. */
    public List<Object> asList() {
        List<Object> all = new ArrayList<>(positional);
        if (!keywords.isEmpty()) {
            all.add(keywords);
        }
        return all;
    }
}
