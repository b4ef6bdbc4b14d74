package io.outrider.bench.measure;

import java.io.IOException;
import java.util.Locale;

/**
 * One measured figure.
 *
 * @param yardstick what it is compared with, with its value; from the same run
 * @param ratio of the figure to the yardstick, or 0 for none
 * @param target in words
 */
public record Figure(String name, String measured, String yardstick, double ratio, String target, boolean ok) {
    private static final int MOST_MEGABYTES = 80;

    static Figure memory(String name, double megabytes, String measured) throws IOException {
        return memory(name, megabytes, measured, MOST_MEGABYTES);
    }

    /** Resident memory, beside that of a Java program that does nothing. */
    static Figure memory(String name, double megabytes, String measured, int most) throws IOException {
        double bare = JavaProgram.bareMegabytes();
        return new Figure(
                name,
                measured,
                String.format("a Java program that does nothing %.1f MB", bare),
                megabytes / bare,
                "at most " + most + " MB",
                megabytes > 0 && megabytes <= most);
    }

    /** {@code figure | measured | yardstick | ratio | target | ok or short}. */
    public String line() {
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
