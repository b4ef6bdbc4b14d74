package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of number literals. */
final class NumberLiterals {
    private static final Pattern BASED =
            Pattern.compile("0(?:[xX](?:_?[0-9a-fA-F])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)");
    private static final String DIGITS = "[0-9](?:_?[0-9])*+";
    private static final Pattern FLOAT = Pattern.compile("(?:(?:" + DIGITS + ")?\\." + DIGITS + "|" + DIGITS
            + "\\.)(?:[eE][-+]?" + DIGITS + ")?|" + DIGITS + "[eE][-+]?" + DIGITS);
    private static final Pattern DECIMAL = Pattern.compile(DIGITS);
    private static final Set<String> MAY_FOLLOW = Set.of("and", "else", "for", "if", "in", "is", "not", "or");

    private NumberLiterals() {}

    static FormulaToken read(String text, int from) {
        Matcher m = BASED.matcher(text).region(from, text.length());
        if (m.lookingAt()) {
            int radix = Character.toLowerCase(text.charAt(from + 1));
            return token(
                    text,
                    from,
                    m.end(),
                    integer(text.substring(from + 2, m.end()), radix == 'x' ? 16 : radix == 'o' ? 8 : 2));
        }
        m.usePattern(FLOAT);
        if (m.lookingAt()) {
            return token(
                    text,
                    from,
                    m.end(),
                    Double.parseDouble(text.substring(from, m.end()).replace("_", "")));
        }
        m.usePattern(DECIMAL);
        if (!m.lookingAt()) {
            throw EvaluationFailure.syntax("this is no number", from);
        }
        String digits = text.substring(from, m.end());
        if (digits.charAt(0) == '0' && !digits.matches("[0_]+")) {
            throw EvaluationFailure.syntax("a number does not begin with 0: write 0o for octal", from);
        }
        if (digits.length() > Repr.MOST_DIGITS) {
            throw EvaluationFailure.syntax("a number of more than " + Repr.MOST_DIGITS + " digits", from);
        }
        return token(text, from, m.end(), integer(digits, 10));
    }

    private static Object integer(String digits, int radix) {
        BigInteger value = new BigInteger(digits.replace("_", ""), radix);
        return value.bitLength() < 64 ? (Object) value.longValue() : value;
    }

    private static FormulaToken token(String text, int from, int end, Object value) {
        int stop = end;
        while (stop < text.length() && (Lexer.nameStart(text.charAt(stop)) || Character.isDigit(text.charAt(stop)))) {
            stop++;
        }
        if (stop > end && !MAY_FOLLOW.contains(text.substring(end, stop))) {
            if (text.substring(end, stop).equalsIgnoreCase("j")) {
                throw EvaluationFailure.refused("a complex number, which no reading can carry")
                        .at(from);
            }
            throw EvaluationFailure.syntax("this is no number", from);
        }
        return new FormulaToken(FormulaToken.Kind.NUMBER, text.substring(from, end), from, end, value);
    }
}
