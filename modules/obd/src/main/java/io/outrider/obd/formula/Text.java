package io.outrider.obd.formula;

/** Text counted in code points, as in Python, stored in UTF-16. */
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

    /** True if every char is a code point. */
    static boolean simple(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** The code point offset of a char offset. */
    static long offset(String text, int index) {
        return index < 0 ? index : text.codePointCount(0, index);
    }

    static String at(String text, int codePointIndex) {
        if (simple(text)) {
            return String.valueOf(text.charAt(codePointIndex));
        }
        return Character.toString(text.codePointAt(text.offsetByCodePoints(0, codePointIndex)));
    }

    static String part(String text, int from, int to) {
        if (simple(text)) {
            return text.substring(from, to);
        }
        return text.substring(text.offsetByCodePoints(0, from), text.offsetByCodePoints(0, to));
    }

    static String cut(String text, int codePoints) {
        return codePoints >= text.length() || length(text) <= codePoints ? text : part(text, 0, codePoints);
    }

    /** Compares by code points; UTF-16 order differs. */
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
