package io.outrider.obd.formula;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Python's format specification, [[fill]align][sign][z][#][0][width][grouping][.precision][type].
 *
 * @param fill a code point, or 0 where none was given
 * @param align one of {@code <>=^}, or 0
 * @param grouping {@code ,} or {@code _}, or 0
 * @param precision -1 where none was given
 * @param type a letter or %, or 0
 */
record FormatSpec(
        int fill,
        char align,
        char sign,
        boolean noNegativeZero,
        boolean alternate,
        boolean zero,
        int width,
        char grouping,
        int precision,
        char type) {

    private static final Pattern PATTERN =
            Pattern.compile("(?:(.)?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\\d+)?([,_])?(?:\\.(\\d+))?(.)?", Pattern.DOTALL);

    static FormatSpec parse(String text, Evaluation run) {
        Matcher m = PATTERN.matcher(text);
        if (text.length() > 64 || !m.matches()) {
            throw EvaluationFailure.failed("'" + Text.cut(text, 24) + "' is no format specification");
        }
        return new FormatSpec(
                m.group(1) == null ? 0 : m.group(1).codePointAt(0),
                letter(m.group(2)),
                letter(m.group(3)),
                m.group(4) != null,
                m.group(5) != null,
                m.group(6) != null,
                number(m.group(7), 0, run),
                letter(m.group(8)),
                number(m.group(9), -1, run),
                letter(m.group(10)));
    }

    private static char letter(String group) {
        return group == null ? 0 : group.charAt(0);
    }

    static int number(String digits, int absent, Evaluation run) {
        if (digits == null) {
            return absent;
        }
        return run.size(digits.length() > 9 ? Long.MAX_VALUE : Long.parseLong(digits));
    }

    /** Pads a text; {@code usual} is the alignment of its type. */
    String pad(String text, char usual, Evaluation run) {
        int missing = width - Text.length(text);
        if (missing <= 0) {
            return text;
        }
        run.size(width);
        String filler = Character.toString(fill != 0 ? fill : zero ? '0' : ' ');
        char where = align != 0 ? align : usual;
        int left = where == '<' ? 0 : where == '^' ? missing / 2 : missing;
        return filler.repeat(left) + text + filler.repeat(missing - left);
    }

    /** Pads a number whose sign and prefix stay in front of the filling where it says so. */
    String pad(String prefix, String digits, String tail, Evaluation run) {
        boolean inside = align == '=' || align == 0 && zero;
        String grouped = group(
                digits, inside && (fill == 0 && zero || fill == '0') ? width - prefix.length() - tail.length() : 0);
        if (!inside) {
            return pad(prefix + grouped + tail, '>', run);
        }
        int missing = width - prefix.length() - grouped.length() - tail.length();
        String filler = Character.toString(fill != 0 ? fill : zero ? '0' : ' ');
        return prefix + filler.repeat(Math.max(0, run.size(Math.max(0, missing)))) + grouped + tail;
    }

    /** Digits with separators, zeros before them up to a width so that the zeros are grouped too. */
    private String group(String digits, int least) {
        if (grouping == 0 || digits.isEmpty()) {
            return digits;
        }
        int every = grouping == '_' && "bBoOxX".indexOf(type) >= 0 && type != 0 ? 4 : 3;
        StringBuilder result = new StringBuilder();
        int count = 0;
        for (int i = digits.length() - 1; i >= 0 || result.length() < least; i--) {
            if (count > 0 && count % every == 0) {
                result.append(grouping);
            }
            result.append(i >= 0 ? digits.charAt(i) : '0');
            count++;
        }
        return result.reverse().toString();
    }
}
