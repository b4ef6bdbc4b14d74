package io.outrider.agent.functions;

import java.util.ArrayList;
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

    /** Keywords that are secret even where no function says so, as when the function's name was mistyped. */
    private static final Pattern SECRET =
            Pattern.compile("(?i).*(password|passwd|secret|token|credential|private_?key).*");

    static Shown of(List<Parameter> parameters, List<?> positional, Map<String, ?> keywords) {
        boolean complete = true;
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < positional.size(); i++) {
            boolean secret = i < parameters.size() && parameters.get(i).secret();
            complete &= !secret;
            values.add(secret ? MASK : positional.get(i));
        }
        Map<String, Object> named = new LinkedHashMap<>();
        for (Map.Entry<String, ?> keyword : keywords.entrySet()) {
            Parameter parameter = Parameter.named(parameters, keyword.getKey());
            boolean secret =
                    parameter == null ? SECRET.matcher(keyword.getKey()).matches() : parameter.secret();
            complete &= !secret;
            named.put(keyword.getKey(), secret ? MASK : keyword.getValue());
        }
        return new Shown(values, named, complete);
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
