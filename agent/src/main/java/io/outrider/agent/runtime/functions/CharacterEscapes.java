package io.outrider.agent.runtime.functions;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decoder of character escapes: {@code %3D} of addresses and {@code \u003d} of JSON. ASCII only, as names of secrets have
 * no other characters. Linear time.
 */
final class CharacterEscapes {
    private static final Pattern ESCAPE = Pattern.compile("%([0-7][0-9A-Fa-f])|\\\\++u00([0-7][0-9A-Fa-f])");

    private CharacterEscapes() {}

    static boolean mayBeIn(String text) {
        return text.indexOf('%') >= 0 || text.contains("\\u");
    }

    static String decode(String text) {
        return decode(text, "");
    }

    /** Decodes letters, digits and the characters in and around a name; the ones that end a value stay escaped. */
    static String decodeNames(String text) {
        return decode(text, " \t\n\r;&|{}[]/@");
    }

    private static String decode(String text, String kept) {
        Matcher escape = ESCAPE.matcher(text);
        StringBuilder decoded = new StringBuilder(text.length());
        int done = 0;
        while (escape.find()) {
            int group = escape.group(1) != null ? 1 : 2;
            char c = (char) Integer.parseInt(escape.group(group), 16);
            if (kept.indexOf(c) < 0) {
                decoded.append(text, done, escape.start()).append(c);
                done = escape.end();
            }
        }
        return done == 0 ? text : decoded.append(text, done, text.length()).toString();
    }
}
