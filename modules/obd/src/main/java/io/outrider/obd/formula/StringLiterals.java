package io.outrider.obd.formula;

import java.util.Locale;
import java.util.Set;

/** Parser of text, byte string and f-string literals with their escapes. */
final class StringLiterals {
    private static final Set<String> PREFIXES = Set.of("r", "u", "b", "f", "br", "rb", "fr", "rf");

    private StringLiterals() {}

    static boolean prefix(String name) {
        return PREFIXES.contains(name.toLowerCase(Locale.ROOT));
    }

    /** @param quoteAt where the prefix ends */
    static FormulaToken read(String text, int from, int quoteAt, int to) {
        String prefix = text.substring(from, quoteAt).toLowerCase(Locale.ROOT);
        char quote = text.charAt(quoteAt);
        String triple = String.valueOf(quote).repeat(3);
        boolean tripled = text.startsWith(triple, quoteAt) && quoteAt + 3 <= to;
        int start = quoteAt + (tripled ? 3 : 1);
        int at = start;
        while (true) {
            if (at >= to || !tripled && (text.charAt(at) == '\n' || text.charAt(at) == '\r')) {
                throw EvaluationFailure.syntax("a text without its closing " + quote, from);
            }
            if (text.charAt(at) == '\\') {
                at += 2;
            } else if (tripled ? text.startsWith(triple, at) && at + 3 <= to : text.charAt(at) == quote) {
                break;
            } else {
                at++;
            }
        }
        int end = at + (tripled ? 3 : 1);
        return new FormulaToken(
                FormulaToken.Kind.TEXT, text.substring(from, end), from, end, value(text, prefix, start, at));
    }

    private static Object value(String text, String prefix, int start, int end) {
        boolean raw = prefix.indexOf('r') >= 0;
        String body = text.substring(start, end);
        if (prefix.indexOf('f') >= 0) {
            return new FormulaToken.StringPart(body, start, raw);
        }
        if (prefix.indexOf('b') < 0) {
            return raw ? body : unescape(body, start, false);
        }
        for (int i = 0; i < body.length(); i++) {
            if (body.charAt(i) > 127) {
                throw EvaluationFailure.syntax("a byte string has ASCII characters only", start + i);
            }
        }
        return Bytes.latin1(raw ? body : unescape(body, start, true), false);
    }

    static String unescape(String body, int start, boolean bytes) {
        if (body.indexOf('\\') < 0 && body.indexOf('\r') < 0) {
            return body;
        }
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < body.length()) {
            char c = body.charAt(i);
            if (c == '\r') {
                out.append('\n');
                i += body.startsWith("\r\n", i) ? 2 : 1;
            } else if (c != '\\' || i + 1 == body.length()) {
                out.append(c);
                i++;
            } else {
                i = escape(body, i + 1, start, bytes, out);
            }
        }
        return out.toString();
    }

    /** Reads the escape after a backslash; returns the offset after it. */
    private static int escape(String body, int at, int start, boolean bytes, StringBuilder out) {
        char c = body.charAt(at);
        int simple = "\\'\"abfnrtv".indexOf(c);
        if (simple >= 0) {
            out.append("\\'\"\u0007\b\f\n\r\t\u000B".charAt(simple));
            return at + 1;
        }
        if (c == '\n' || c == '\r') {
            return at + (body.startsWith("\r\n", at) ? 2 : 1);
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
        return c == 'N' ? named(body, at, start, out) : numbered(body, at, start, c == 'u' ? 4 : 8, out);
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

    private static int named(String body, int at, int start, StringBuilder out) {
        int end = body.indexOf('}', at);
        try {
            if (end < 0 || !body.startsWith("{", at + 1)) {
                throw new IllegalArgumentException();
            }
            out.appendCodePoint(Character.codePointOf(body.substring(at + 2, end)));
            return end + 1;
        } catch (IllegalArgumentException e) {
            throw EvaluationFailure.syntax("no character of this name", start + at - 1);
        }
    }
}
