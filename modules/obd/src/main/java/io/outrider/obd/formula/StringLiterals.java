package io.outrider.obd.formula;

import java.util.Locale;
import java.util.Set;

/** Texts and byte strings as written in a formula, and their escapes. */
final class StringLiterals {
    private static final Set<String> PREFIXES = Set.of("r", "u", "b", "f", "br", "rb", "fr", "rf");

    private StringLiterals() {}

    static boolean prefix(String name) {
        return PREFIXES.contains(name.toLowerCase(Locale.ROOT));
    }

    /** @param quoteAt where the prefix ends */
    static FormulaToken read(String text, int from, int quoteAt) {
        String prefix = text.substring(from, quoteAt).toLowerCase(Locale.ROOT);
        char quote = text.charAt(quoteAt);
        if (prefix.indexOf('f') >= 0) {
            throw Refusals.construct("f-strings are", "use round(), str() and +")
                    .at(from);
        }
        if (text.startsWith(String.valueOf(quote).repeat(3), quoteAt)) {
            throw Refusals.construct("texts in three quotes are", "use one quote")
                    .at(from);
        }
        int at = quoteAt + 1;
        while (inside(text, at) && text.charAt(at) != quote) {
            at += text.charAt(at) == '\\' && inside(text, at + 1) ? 2 : 1;
        }
        if (!inside(text, at)) {
            throw EvaluationFailure.syntax("a text without its closing " + quote, from);
        }
        Object value = value(text.substring(quoteAt + 1, at), prefix, quoteAt + 1);
        return new FormulaToken(FormulaToken.Kind.TEXT, text.substring(from, at + 1), from, at + 1, value);
    }

    private static boolean inside(String text, int at) {
        return at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r';
    }

    private static Object value(String body, String prefix, int start) {
        boolean bytes = prefix.indexOf('b') >= 0;
        for (int i = 0; bytes && i < body.length(); i++) {
            if (body.charAt(i) > 127) {
                throw EvaluationFailure.syntax("a byte string has ASCII characters only", start + i);
            }
        }
        String value = prefix.indexOf('r') >= 0 ? body : unescape(body, start, bytes);
        return bytes ? Bytes.latin1(value, false) : value;
    }

    private static String unescape(String body, int start, boolean bytes) {
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < body.length()) {
            if (body.charAt(i) == '\\') {
                i = escape(body, i + 1, start, bytes, out);
            } else {
                out.append(body.charAt(i++));
            }
        }
        return out.toString();
    }

    /** Reads the escape after a backslash; returns the place behind it. */
    private static int escape(String body, int at, int start, boolean bytes, StringBuilder out) {
        char c = body.charAt(at);
        int simple = "\\'\"abfnrtv".indexOf(c);
        if (simple >= 0) {
            out.append("\\'\"\u0007\b\f\n\r\t\u000B".charAt(simple));
            return at + 1;
        }
        if (c >= '0' && c <= '7') {
            int end = at;
            while (end < body.length() && end < at + 3 && body.charAt(end) >= '0' && body.charAt(end) <= '7') {
                end++;
            }
            int value = Integer.parseInt(body.substring(at, end), 8);
            out.append((char) (bytes ? value & 0xFF : value));
            return end;
        }
        if (c == 'x') {
            return numbered(body, at, start, 2, out);
        }
        if (bytes || c != 'u' && c != 'U' && c != 'N') {
            out.append('\\').append(c);
            return at + 1;
        }
        if (c == 'N') {
            throw Refusals.construct("\\N{…} is", "write the character itself").at(start + at - 1);
        }
        return numbered(body, at, start, c == 'u' ? 4 : 8, out);
    }

    private static int numbered(String body, int at, int start, int digits, StringBuilder out) {
        int end = at + 1 + digits;
        String hex = end <= body.length() ? body.substring(at + 1, end) : "";
        if (!hex.matches("[0-9a-fA-F]+")) {
            throw EvaluationFailure.syntax(
                    "a \\" + body.charAt(at) + " wants " + digits + " hexadecimal digits", start + at - 1);
        }
        try {
            out.append(Text.ofCodePoint(Long.parseLong(hex, 16)));
        } catch (EvaluationFailure failure) {
            throw failure.at(start + at - 1);
        }
        return end;
    }
}
