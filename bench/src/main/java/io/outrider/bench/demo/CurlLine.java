package io.outrider.bench.demo;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shell line of the demo with the expected result.
 *
 * @param section heading above it
 * @param comment what it shows; empty if that is clear from the line before
 * @param text as it is printed and run
 * @param engine whether it needs a container engine
 * @param status of its request; empty if it makes none
 * @param content expression to find in its output; {@code $name} in it is the value of a variable
 */
record CurlLine(String section, String comment, String text, boolean engine, String status, String content) {
    private static final Pattern SET = Pattern.compile("^(\\w+)=\\$\\(");
    private static final Pattern METHOD = Pattern.compile(" -X (\\w+) ");
    private static final Pattern BODY = Pattern.compile(" -d '[\\[{]");
    private static final Pattern PATH = Pattern.compile("\\$url(/[^\\s\"?)|]*)");
    private static final Pattern VARIABLE = Pattern.compile("\\$([a-z]+)");

    /** Variable that it sets to what it prints; null if there is none. */
    String variable() {
        Matcher set = SET.matcher(text);
        return set.find() ? set.group(1) : null;
    }

    /** Operation of the service such as {@code GET /dongle/devices/{}/}; null for a request to something else. */
    String operation() {
        Matcher path = PATH.matcher(text);
        return path.find() ? method() + " " + path.group(1).replaceAll("\\$\\w+", "{}") : null;
    }

    private String method() {
        Matcher method = METHOD.matcher(text);
        if (method.find()) {
            return method.group(1);
        }
        return BODY.matcher(text).find() ? "POST" : "GET";
    }

    /** True if it changes nothing, so that it may be repeated until the result is there. */
    boolean isRead() {
        return method().equals("GET");
    }

    /** True if the result is as expected. */
    boolean accepts(String statuses, String output, Map<String, String> variables) {
        return statuses.equals(status)
                && Pattern.compile(expression(variables), Pattern.MULTILINE)
                        .matcher(output)
                        .find();
    }

    private String expression(Map<String, String> variables) {
        return VARIABLE.matcher(content)
                .replaceAll(name ->
                        Matcher.quoteReplacement(Pattern.quote(variables.getOrDefault(name.group(1), name.group()))));
    }
}
