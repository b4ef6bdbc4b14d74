package io.outrider.obd.formula;

import java.time.Duration;

/**
 * Limits of what one formula may cost. Reaching a limit refuses the formula, it never cuts a value.
 *
 * @param textLength most characters of the formula's text
 * @param depth most levels of nesting, of the text as of lists inside lists and generators inside generators
 * @param integerBits most bits of an integer, at any point of the calculation
 * @param size most elements, characters or bytes of one list, text or byte string
 * @param steps most turns of loops; large values count as several
 * @param time most time for one evaluation, counted from the first turn of a loop; a backstop behind {@code steps}
 */
public record EvaluationLimits(int textLength, int depth, int integerBits, int size, int steps, Duration time) {

    /** Ample for every known formula, on the longest ISO-TP message (4,095 bytes are 32,760 bits). */
    public static final EvaluationLimits DEFAULT =
            new EvaluationLimits(4_096, 64, 65_536, 65_536, 50_000, Duration.ofMillis(100));

    /** @throws IllegalArgumentException if a limit is not positive */
    public EvaluationLimits {
        if (textLength < 1
                || depth < 1
                || integerBits < 64
                || size < 1
                || steps < 1
                || time.isNegative()
                || time.isZero()) {
            throw new IllegalArgumentException("limits must be positive, and integers have at least 64 bits");
        }
    }
}
