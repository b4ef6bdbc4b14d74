package io.outrider.agent.operator.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Formatter of numbers as short text. */
public final class FigureText {
    private static final double LARGE = 1e7;
    private static final double SMALL = 1e-4;
    private static final int DIGITS = 6;

    private FigureText() {}

    /** Six digits at most: {@code 830.5}, {@code 0.333333}, {@code 1.5e+09}. */
    public static String of(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        if (value != 0 && (Math.abs(value) >= LARGE || Math.abs(value) < SMALL)) {
            return exponent(value);
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(DIGITS));
        return rounded.stripTrailingZeros().toPlainString();
    }

    /** With enough digits to distinguish one step from the next. */
    static String inStepsOf(double step, double value) {
        if (step >= LARGE / 10 || step < SMALL || Math.abs(value) >= 100 * LARGE) {
            return value == 0 || Math.abs(value) < step / 2 ? "0" : exponent(value);
        }
        int digits = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
        String text = String.format(Locale.ROOT, "%." + digits + "f", value);
        return text.matches("-0(\\.0*)?") ? text.substring(1) : text;
    }

    private static String exponent(double value) {
        return String.format(Locale.ROOT, "%.2e", value).replaceFirst("\\.?0+e", "e");
    }
}
