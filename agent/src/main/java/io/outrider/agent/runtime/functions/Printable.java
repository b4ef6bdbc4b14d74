package io.outrider.agent.runtime.functions;

import java.util.regex.Pattern;

/**
 * Escaping of characters in foreign text that control a terminal, end a line or reorder it: control characters, Unicode
 * line separators and directional marks.
 */
public final class Printable {
    private static final String MARKS = "\\u061C\\u200E\\u200F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069";
    private static final Pattern NOT_IN_TEXT = Pattern.compile("[\\p{Cc}" + MARKS + "&&[^\n\t]]");
    private static final Pattern NOT_IN_JSON = Pattern.compile("[\\x7F-\\x9F" + MARKS + "]");
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\s\\u2028\\u2029]+");

    private Printable() {}

    /** Escapes them as {@code \x1b} or {@code \}{@code u202e}, except newlines and tabs. */
    public static String text(String text) {
        return NOT_IN_TEXT.matcher(text).replaceAll(found -> {
            char c = found.group().charAt(0);
            return c < 0x100 ? String.format("\\\\x%02x", (int) c) : unicode(c);
        });
    }

    /** One line: newlines, tabs and control characters become blanks. */
    public static String line(String text) {
        return text(BREAKS.matcher(text).replaceAll(" ").strip());
    }

    /** Equivalent JSON with these characters escaped. */
    public static String json(String json) {
        return NOT_IN_JSON
                .matcher(json)
                .replaceAll(found -> unicode(found.group().charAt(0)));
    }

    private static String unicode(char c) {
        return String.format("\\\\u%04x", (int) c);
    }
}
