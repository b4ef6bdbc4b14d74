package io.outrider.bench.measure;

import java.util.Locale;

/**
 * One measured figure.
 *
 * @param yardstick what it is held against, with its value; from the same run
 * @param ratio of the two, or 0 where there is none to name
 * @param target in words
 */
record Figure(String name, String measured, String yardstick, double ratio, String target, boolean ok) {
    /** {@code figure | measured | yardstick | ratio | target | ok or short}. */
    String line() {
        return String.join(
                " | ",
                name,
                measured,
                yardstick,
                ratio == 0 ? "–" : String.format(Locale.ROOT, "%.2f", ratio),
                target,
                ok ? "ok" : "short");
    }
}
