package io.outrider.agent.operator.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * Which values are shown from the lower to the upper end of a panel.
 *
 * @param step between labels; NaN if only the ends can have some
 */
record AxisScale(double low, double high, double step) {
    private static final double[] NICE = {1, 2, 5, 10};
    private static final int MOST_TICKS = 50;

    /** @param most labels that there is room for, at least 2 */
    static AxisScale of(double least, double greatest, int most) {
        double low = least;
        double high = greatest;
        if (low == high) {
            double room = low == 0 ? 1 : Math.abs(low) * 0.1;
            low = clamp(low - room);
            high = clamp(high + room);
        }
        double step = nice((high / 2 - low / 2) / Math.max(1, most - 1) * 2);
        double down = Math.floor(low / step) * step;
        double up = Math.ceil(high / step) * step;
        return Double.isFinite(down) && Double.isFinite(up) && up > down && (up - down) / step <= MOST_TICKS
                ? new AxisScale(down, up, step)
                : new AxisScale(low, high, Double.NaN);
    }

    private static double clamp(double value) {
        return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value));
    }

    /** The next greater of 1, 2 and 5 times a power of ten. */
    private static double nice(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double each : NICE) {
            if (each * power >= least * (1 - 1e-9)) {
                return each * power;
            }
        }
        return Double.NaN;
    }

    /** From 0 at the lower to 1 at the upper end; halves, because the whole may be more than a number holds. */
    double share(double value) {
        double whole = high / 2 - low / 2;
        return whole == 0 ? 0.5 : (value / 2 - low / 2) / whole;
    }

    List<Double> ticks() {
        if (Double.isNaN(step)) {
            return List.of(low, high);
        }
        List<Double> ticks = new ArrayList<>();
        long count = Math.round((high - low) / step);
        for (int i = 0; i <= count; i++) {
            ticks.add(low + i * step);
        }
        return ticks;
    }

    String label(double tick) {
        return Double.isNaN(step) ? FigureText.of(tick) : FigureText.inStepsOf(step, tick);
    }
}
