package io.outrider.obd.formula;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats e, f and g of a non-negative exact decimal, rounding half to even. */
final class FloatFormat {
    private FloatFormat() {}

    static String fixed(BigDecimal exact, int places, boolean alternate) {
        String text = exact.setScale(places, RoundingMode.HALF_EVEN).toPlainString();
        return alternate && places == 0 ? text + '.' : text;
    }

    static String exponent(BigDecimal exact, int places, boolean alternate) {
        BigDecimal rounded = exact.round(new MathContext(places + 1, RoundingMode.HALF_EVEN));
        String digits = digits(rounded, places + 1);
        int exponent = exact.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        String text = Floats.scientific(digits, exponent);
        return alternate && places == 0 ? text.replace("e", ".e") : text;
    }

    private static String digits(BigDecimal rounded, int count) {
        String digits = rounded.unscaledValue().toString();
        return digits.length() >= count ? digits.substring(0, count) : digits + "0".repeat(count - digits.length());
    }

    /**
     * Fixed or with an exponent, whichever is shorter.
     *
     * @param keepPoint the format without a type letter: a digit after the point, and an exponent one place sooner
     */
    static String general(BigDecimal exact, int precision, boolean alternate, boolean keepPoint) {
        int significant = Math.max(1, precision);
        BigDecimal rounded = exact.round(new MathContext(significant, RoundingMode.HALF_EVEN));
        int exponent = exact.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        String digits = exact.signum() == 0 ? "0".repeat(significant) : digits(rounded, significant);
        if (!alternate) {
            int end = digits.length();
            while (end > 1 && digits.charAt(end - 1) == '0') {
                end--;
            }
            digits = digits.substring(0, end);
        }
        if (exponent < -4 || exponent >= significant - (keepPoint ? 1 : 0)) {
            String text = Floats.scientific(digits, exponent);
            return alternate && digits.length() == 1 ? text.replace("e", ".e") : text;
        }
        return point(digits, exponent, alternate, keepPoint);
    }

    private static String point(String digits, int exponent, boolean alternate, boolean keepPoint) {
        if (exponent < 0) {
            return "0." + "0".repeat(-exponent - 1) + digits;
        }
        int whole = exponent + 1;
        if (digits.length() > whole) {
            return digits.substring(0, whole) + '.' + digits.substring(whole);
        }
        String text = digits + "0".repeat(whole - digits.length());
        return text + (keepPoint ? ".0" : alternate ? "." : "");
    }
}
