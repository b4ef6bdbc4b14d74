package io.outrider.agent.operator.plot;

import java.util.List;

/** Time axis below the panels: seconds before now. */
final class TimeAxis {
    static final int HEIGHT = 2;

    /** Minimum distance of labels in characters. */
    private static final int MIN_DISTANCE = 12;

    private static final double[] STEPS = {
        0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 43200, 86400
    };

    private final Glyphs glyphs;
    private final double window;

    TimeAxis(Glyphs glyphs, double window) {
        this.glyphs = glyphs;
        this.window = window;
    }

    List<String> lines(int labels, int width) {
        StringBuilder line = new StringBuilder(" ".repeat(labels) + glyphs.corner);
        line.append(String.valueOf(glyphs.bottom).repeat(width));
        StringBuilder text = new StringBuilder(" ".repeat(labels + 1 + width));
        double step = step(width);
        for (int i = 0; i * step <= window; i++) {
            int at = labels + 1 + (int) Math.round((1 - i * step / window) * (width - 1));
            line.setCharAt(at, glyphs.bottomTick);
            String label = i == 0 ? "now" : "-" + span(i * step);
            int start = Math.min(at - label.length() / 2, text.length() - label.length());
            text.replace(Math.max(0, start), Math.max(0, start) + label.length(), label);
        }
        return List.of(line.toString(), text.toString());
    }

    private double step(int width) {
        for (double step : STEPS) {
            if (step / window * width >= MIN_DISTANCE) {
                return step;
            }
        }
        return window;
    }

    private static String span(double seconds) {
        if (seconds >= 7200 && seconds % 3600 == 0) {
            return FigureText.of(seconds / 3600) + " h";
        }
        return seconds >= 120 && seconds % 60 == 0
                ? FigureText.of(seconds / 60) + " min"
                : FigureText.of(seconds) + " s";
    }
}
