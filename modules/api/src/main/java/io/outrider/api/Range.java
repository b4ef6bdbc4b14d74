package io.outrider.api;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers in the records of settings and arguments, and how they are shown. */
public final class Range {
    private static final double LEAST_PLAIN = 1e-6;
    private static final double MOST_PLAIN = 1e15;
    private static final MathContext SHORT = new MathContext(6);

    private Range() {}

    /**
     * What was set, or what holds without it.
     *
     * @param value null if not set
     * @throws IllegalArgumentException as the binder wants it, if it is out of range
     */
    public static Integer orElse(String name, Integer value, int otherwise, int least, int most) {
        if (value == null) {
            return otherwise;
        }
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " is not from " + least + " to " + most);
        }
        return value;
    }

    /** A number as people write it: {@code 0.01}, {@code 30}, and only what is far out as {@code 1e300}. */
    public static String text(double number) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "infinity" : "-infinity";
        }
        if (number == 0) {
            return "0";
        }
        BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        double size = Math.abs(number);
        return size < LEAST_PLAIN || size >= MOST_PLAIN
                ? exact.round(SHORT).toString().replace("E+", "e").replace("E", "e")
                : exact.toPlainString();
    }
}
