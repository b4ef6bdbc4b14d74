package io.outrider.api;

import java.math.BigDecimal;
import java.math.MathContext;

/** Range checks and display of numbers in settings and arguments. */
public final class Range {
    private static final double LEAST_PLAIN = 1e-6;
    private static final double MOST_PLAIN = 1e15;
    private static final MathContext SHORT = new MathContext(6);

    private Range() {}

    /**
     * Value of a setting, or its default.
     *
     * @param value null if not set
     * @throws InvalidArgumentException if the value is out of range
     */
    public static Integer orElse(String name, Integer value, int otherwise, int least, int most) {
        check(name, value, least, most);
        return value == null ? otherwise : value;
    }

    /** @throws InvalidArgumentException as {@link #orElse}; null is in range */
    public static void check(String name, Integer value, int least, int most) {
        if (value != null && (value < least || value > most)) {
            throw new InvalidArgumentException(name, value + " is not from " + least + " to " + most);
        }
    }

    /** Decimal form of a number: {@code 0.01}, {@code 30}; {@code 1e300} only below 1e-6 and from 1e15 up. */
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
