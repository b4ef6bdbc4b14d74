package io.outrider.obd.formula;

import java.util.Locale;
import java.util.function.IntPredicate;

/** Character classes and the methods based on them: strip, split at blanks, the is… methods, letter case. */
final class Characters {
    private Characters() {}

    /** Python's str.isspace of one character; of bytes only the ASCII ones without the separators 1C to 1F. */
    static boolean space(int c, boolean ascii) {
        if (c >= 9 && c <= 13 || c == ' ') {
            return true;
        }
        if (ascii) {
            return false;
        }
        return c >= 0x1C && c <= 0x1F
                || c == 0x85
                || c == 0xA0
                || Character.getType(c) == Character.SPACE_SEPARATOR
                || c == 0x2028
                || c == 0x2029;
    }

    static String strip(String text, String which, boolean left, boolean right, boolean ascii) {
        IntPredicate gone = which == null ? c -> space(c, ascii) : c -> which.indexOf(c) >= 0;
        int from = 0;
        int to = text.length();
        while (left && from < to && gone.test(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (right && to > from && gone.test(text.codePointBefore(to))) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return text.substring(from, to);
    }

    static boolean is(String question, String text, boolean ascii) {
        return switch (question) {
            case "isdigit" -> all(text, c -> ascii ? c >= '0' && c <= '9' : digit(c));
            case "isdecimal" -> all(text, Character::isDigit);
            case "isnumeric" -> all(text, Characters::numeric);
            case "isalpha" -> all(text, c -> letter(c, ascii));
            case "isalnum" -> all(text, c -> letter(c, ascii) || (ascii ? c >= '0' && c <= '9' : numeric(c)));
            case "isspace" -> all(text, c -> space(c, ascii));
            case "isupper" -> cased(text, ascii, true);
            case "islower" -> cased(text, ascii, false);
            case "istitle" -> title(text, ascii);
            case "isascii" -> text.isEmpty() || all(text, c -> c < 128);
            case "isprintable" -> text.isEmpty() || all(text, Quoting::printable);
            case "isidentifier" ->
                !text.isEmpty()
                        && Character.isUnicodeIdentifierStart(
                                text.replace('_', 'a').codePointAt(0))
                        && text.codePoints().allMatch(Character::isUnicodeIdentifierPart);
            default -> throw new IllegalArgumentException(question);
        };
    }

    private static boolean all(String text, IntPredicate question) {
        return !text.isEmpty() && text.codePoints().allMatch(question);
    }

    private static boolean digit(int c) {
        return Character.isDigit(c) || c == 0xB2 || c == 0xB3 || c == 0xB9 || c >= 0x2070 && c <= 0x2089 && numeric(c);
    }

    private static boolean numeric(int c) {
        int type = Character.getType(c);
        return type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.LETTER_NUMBER
                || type == Character.OTHER_NUMBER;
    }

    static boolean letter(int c, boolean ascii) {
        return (c < 128 || !ascii) && Character.isLetter(c);
    }

    private static boolean upper(int c, boolean ascii) {
        return ascii ? c >= 'A' && c <= 'Z' : Character.isUpperCase(c);
    }

    private static boolean lower(int c, boolean ascii) {
        return ascii ? c >= 'a' && c <= 'z' : Character.isLowerCase(c);
    }

    private static boolean cased(String text, boolean ascii, boolean wantUpper) {
        return text.codePoints().anyMatch(c -> wantUpper ? upper(c, ascii) : lower(c, ascii))
                && text.codePoints().noneMatch(c -> wantUpper ? lower(c, ascii) : upper(c, ascii));
    }

    private static boolean title(String text, boolean ascii) {
        boolean inWord = false;
        boolean any = false;
        for (int c : text.codePoints().toArray()) {
            boolean up = upper(c, ascii);
            boolean low = lower(c, ascii);
            if (up && inWord || low && !inWord) {
                return false;
            }
            inWord = up || low;
            any |= inWord;
        }
        return any;
    }

    /** upper, lower, swapcase, title, capitalize and casefold. */
    static String cased(String how, String text, boolean ascii) {
        StringBuilder result = new StringBuilder();
        boolean inWord = false;
        for (int c : text.codePoints().toArray()) {
            boolean toUpper = switch (how) {
                case "upper" -> true;
                case "swapcase" -> lower(c, ascii);
                case "title" -> !inWord;
                case "capitalize" -> result.length() == 0;
                default -> false;
            };
            result.append(toUpper ? toUpper(c, ascii) : toLower(c, ascii));
            inWord = upper(c, ascii) || lower(c, ascii);
        }
        return result.toString();
    }

    private static String toUpper(int c, boolean ascii) {
        if (ascii && c > 127) {
            return Character.toString(c);
        }
        return Character.toString(c).toUpperCase(Locale.ROOT);
    }

    private static String toLower(int c, boolean ascii) {
        if (ascii && c > 127) {
            return Character.toString(c);
        }
        return Character.toString(c).toLowerCase(Locale.ROOT);
    }
}
