package io.outrider.obd.formula;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Text of a float as Python prints it: the shortest digits that read back as the same number. */
final class Floats {
    private static final int ALWAYS_EXACT = 17;
    private static final int ALWAYS_KEPT = 15;
    private static final int FIXED_FROM = -4;
    private static final int FIXED_TO = 16;

    private Floats() {}

    static String repr(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        String sign = Math.copySign(1, value) < 0 ? "-" : "";
        if (value == 0) {
            return sign + "0.0";
        }
        BigDecimal shortest = shortest(Math.abs(value));
        String digits = shortest.unscaledValue().toString();
        int exponent = digits.length() - 1 - shortest.scale();
        if (exponent < FIXED_FROM || exponent >= FIXED_TO) {
            return sign + scientific(digits, exponent);
        }
        String plain = shortest.toPlainString();
        return sign + (plain.indexOf('.') < 0 ? plain + ".0" : plain);
    }

    /** Digits as 1.25e-07: at least two digits of exponent. */
    static String scientific(String digits, int exponent) {
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return mantissa + 'e' + (exponent < 0 ? '-' : '+') + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }

    /** The shortest decimal, the nearest among equally short ones, without trailing zeros. */
    static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        int precision = value < Double.MIN_NORMAL ? 1 : ALWAYS_KEPT;
        for (; precision < ALWAYS_EXACT; precision++) {
            for (RoundingMode mode : new RoundingMode[] {RoundingMode.HALF_EVEN, RoundingMode.UP, RoundingMode.DOWN}) {
                BigDecimal candidate = exact.round(new MathContext(precision, mode));
                if (candidate.doubleValue() == value) {
                    return candidate.stripTrailingZeros();
                }
            }
        }
        return exact.round(new MathContext(ALWAYS_EXACT, RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
    }
}
