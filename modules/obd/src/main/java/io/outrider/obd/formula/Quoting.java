package io.outrider.obd.formula;

import java.util.HexFormat;

/** Quoted texts and bytes with Python's escapes. */
final class Quoting {
    private static final HexFormat HEX = HexFormat.of();

    private Quoting() {}

    static void text(String text, StringBuilder out, boolean ascii) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        out.append(quote);
        text.codePoints().forEach(c -> {
            if (c == quote || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c == '\r') {
                out.append("\\r");
            } else if (c == '\t') {
                out.append("\\t");
            } else if (c < ' ' || c == 127 || (ascii ? c > 127 : !printable(c))) {
                out.append(escape(c));
            } else {
                out.appendCodePoint(c);
            }
        });
        out.append(quote);
    }

    static void bytes(Bytes bytes, StringBuilder out) {
        String text = bytes.latin1();
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        out.append('b').append(quote);
        for (int i = 0; i < bytes.length; i++) {
            int c = bytes.at(i);
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c == quote || c == '\'' && bytes.mutable) {
                        out.append('\\').append((char) c);
                    } else if (c < ' ' || c >= 127) {
                        out.append("\\x").append(HEX.toHexDigits((byte) c));
                    } else {
                        out.append((char) c);
                    }
                }
            }
        }
        out.append(quote);
    }

    private static String escape(int c) {
        if (c < 0x100) {
            return "\\x" + HEX.toHexDigits((byte) c);
        }
        return c < 0x10000 ? "\\u" + HEX.toHexDigits((short) c) : "\\U" + HEX.toHexDigits(c);
    }

    /** Not of a category other (Cc, Cf, Cs, Co, Cn) or separator, but for the blank. */
    static boolean printable(int c) {
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
