package io.outrider.agent.functions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The arguments of a call, fit to be logged, kept and sent back: secrets are masked.
 *
 * @param complete whether nothing had to be masked, so that the call could be made again from what is shown
 */
public record Shown(List<Object> positional, Map<String, Object> keywords, boolean complete) {
    private static final String MASK = "********";

    /** Names that are secret even where no function says so, as when the function's name was mistyped. */
    private static final Pattern SECRET =
            Pattern.compile("(?is).*(password|passwd|secret|token|credential|private_?key).*");

    /** Of a call of which is not known what it takes. */
    public static Shown of(List<?> positional, Map<String, ?> keywords) {
        return of(List.of(), positional, keywords);
    }

    static Shown of(List<Parameter> parameters, List<?> positional, Map<String, ?> keywords) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < positional.size(); i++) {
            Parameter parameter = Parameter.at(parameters, i);
            values.add(parameter != null && parameter.secret() ? MASK : masked(positional.get(i)));
        }
        Map<String, Object> named = new LinkedHashMap<>();
        for (Map.Entry<String, ?> keyword : keywords.entrySet()) {
            Parameter parameter = Parameter.named(parameters, keyword.getKey());
            boolean secret =
                    parameter == null ? SECRET.matcher(keyword.getKey()).matches() : parameter.secret();
            named.put(keyword.getKey(), secret ? MASK : masked(keyword.getValue()));
        }
        boolean complete = values.equals(positional) && named.equals(keywords);
        return new Shown(values, named, complete);
    }

    /** Without the secrets that are inside of a value, by their names. */
    public static Object masked(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> all = new LinkedHashMap<>();
            map.forEach((key, each) -> {
                String name = String.valueOf(key);
                all.put(name, SECRET.matcher(name).matches() ? MASK : masked(each));
            });
            return all;
        }
        if (value instanceof Collection<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(each -> all.add(masked(each)));
            return all;
        }
        return value instanceof String text ? masked(text) : value;
    }

    private static String masked(String text) {
        if (text.startsWith("{") || text.startsWith("[")) { // it may be read as JSON
            return SECRET.matcher(text).matches() ? MASK : text;
        }
        int equals = text.indexOf('=');
        return equals > 0 && SECRET.matcher(text.substring(0, equals)).matches()
                ? text.substring(0, equals + 1) + MASK
                : text;
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
