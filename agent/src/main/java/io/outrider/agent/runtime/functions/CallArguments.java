package io.outrider.agent.runtime.functions;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Arguments from the words of a command line: {@code key=value} is a keyword, every other word positional ({@code x==1}
 * too). All values are text until the function's types are known, so {@code pid=0105} keeps its zero.
 */
public record CallArguments(List<String> positional, Map<String, String> keywords) {
    private static final Pattern KEYWORD = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=(?!=)(.*)", Pattern.DOTALL);

    public static CallArguments of(List<String> words) throws Failure {
        List<String> positional = new ArrayList<>();
        Map<String, String> keywords = new LinkedHashMap<>();
        for (String word : words) {
            Matcher matcher = KEYWORD.matcher(word);
            if (!matcher.matches()) {
                positional.add(word);
            } else if (keywords.put(matcher.group(1), matcher.group(2)) != null) {
                throw Failure.argument(matcher.group(1), "given twice");
            }
        }
        return new CallArguments(positional, keywords);
    }
}
