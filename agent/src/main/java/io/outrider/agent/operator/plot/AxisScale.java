package io.outrider.agent.operator.plot;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Value range of a panel and the step of its labels, which is NaN if only the ends have labels. */
record AxisScale(double low, double high, double step) {
    private static final double[] NICE = {1, 2, 5, 10};
    private static final int MAX_TICKS = 50;

    /** @param most number of labels that fit, at least 2 */
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
        return Double.isFinite(down) && Double.isFinite(up) && up > down && (up - down) / step <= MAX_TICKS
                ? new AxisScale(down, up, step)
                : new AxisScale(low, high, Double.NaN);
    }

    private static double clamp(double value) {
        return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value));
    }

    /** Rounds up to 1, 2 or 5 times a power of ten. */
    private static double nice(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        return Arrays.stream(NICE)
                .map(each -> each * power)
                .filter(each -> each >= least * (1 - 1e-9))
                .findFirst()
                .orElse(Double.NaN);
    }

    /** 0 at the lower to 1 at the upper end; computed with halves to avoid overflow. */
    double share(double value) {
        double whole = high / 2 - low / 2;
        return whole == 0 ? 0.5 : (value / 2 - low / 2) / whole;
    }

    List<Double> ticks() {
        if (Double.isNaN(step)) {
            return List.of(low, high);
        }
        long count = Math.round((high - low) / step);
        return LongStream.rangeClosed(0, count).mapToObj(i -> low + i * step).toList();
    }

    String label(double tick) {
        return Double.isNaN(step) ? FigureText.of(tick) : FigureText.inStepsOf(step, tick);
    }
}
