package io.outrider.obd.formula;

import java.util.HexFormat;
import java.util.function.IntPredicate;

/** Quoting of texts and bytes, with Python's escapes. */
final class Quoting {
    private static final HexFormat HEX = HexFormat.of();

    private Quoting() {}

    static void text(String text, StringBuilder out) {
        quote(text, false, Quoting::printable, out);
    }

    static void bytes(Bytes bytes, StringBuilder out) {
        quote(bytes.latin1(), bytes.mutable, c -> c >= ' ' && c < 127, out.append('b'));
    }

    private static void quote(String text, boolean everyApostrophe, IntPredicate plain, StringBuilder out) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        out.append(quote);
        text.codePoints().forEach(c -> {
            if (c == quote || c == '\\' || c == '\'' && everyApostrophe) {
                out.append('\\').append((char) c);
            } else if (plain.test(c)) {
                out.appendCodePoint(c);
            } else {
                out.append(escape(c));
            }
        });
        out.append(quote);
    }

    private static String escape(int c) {
        if (c == '\n' || c == '\r' || c == '\t') {
            return c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
        }
        if (c < 0x100) {
            return "\\x" + HEX.toHexDigits((byte) c);
        }
        return c < 0x10000 ? "\\u" + HEX.toHexDigits((short) c) : "\\U" + HEX.toHexDigits(c);
    }

    /** Not of a category other (Cc, Cf, Cs, Co, Cn) or separator, but for the blank. */
    private static boolean printable(int c) {
        if (c == ' ') {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
