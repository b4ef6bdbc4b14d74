package io.outrider.obd.formula;

import java.util.function.IntPredicate;

/** Texts counted in code points, as Python does, kept in Java's UTF-16. */
final class Text {
    private Text() {}

    static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Bytes in UTF-8. */
    static long utf8(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }

    static String at(String text, int codePointIndex) {
        return part(text, codePointIndex, codePointIndex + 1);
    }

    static String part(String text, int from, int to) {
        if (text.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
            return text.substring(from, to);
        }
        return text.substring(text.offsetByCodePoints(0, from), text.offsetByCodePoints(0, to));
    }

    static String cut(String text, int codePoints) {
        return length(text) <= codePoints ? text : part(text, 0, codePoints);
    }

    /** Python's str.isspace of one character. */
    static boolean blank(int c) {
        return asciiBlank(c)
                || c >= 0x1C && c <= 0x1F
                || c == 0x85
                || c == 0xA0
                || Character.getType(c) == Character.SPACE_SEPARATOR
                || c == 0x2028
                || c == 0x2029;
    }

    static boolean asciiBlank(int c) {
        return c >= 9 && c <= 13 || c == ' ';
    }

    static String strip(String text, IntPredicate stripped) {
        int from = 0;
        int to = text.length();
        while (from < to && stripped.test(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (to > from && stripped.test(text.codePointBefore(to))) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return text.substring(from, to);
    }

    static boolean find(String text, String part, Evaluation run) {
        chargeSearch(text, part, run);
        return text.contains(part);
    }

    /** The worst a search can cost is the product of both lengths. */
    static void chargeSearch(String text, String part, Evaluation run) {
        long work = (long) text.length() * (part.length() + 1) >> 10;
        if (work > 0) {
            run.charge((int) Math.min(work, Integer.MAX_VALUE >> 1));
        }
    }

    /** By code points, which UTF-16 order is not. */
    static int compare(String a, String b) {
        int i = 0;
        while (i < a.length() && i < b.length()) {
            int x = a.codePointAt(i);
            int y = b.codePointAt(i);
            if (x != y) {
                return Integer.compare(x, y);
            }
            i += Character.charCount(x);
        }
        return Integer.compare(a.length(), b.length());
    }

    static String ofCodePoint(long codePoint) {
        if (codePoint < 0 || codePoint > Character.MAX_CODE_POINT) {
            throw EvaluationFailure.failed("there is no character number " + codePoint);
        }
        if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
            throw EvaluationFailure.refused("half a character (a lone surrogate), which no reading can carry");
        }
        return Character.toString((int) codePoint);
    }
}
