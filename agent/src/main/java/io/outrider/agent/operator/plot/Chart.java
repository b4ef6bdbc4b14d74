package io.outrider.agent.operator.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Chart of several series, one panel below the other, over the same time. */
public record Chart(Glyphs glyphs, double window) {
    private static final int MIN_WIDTH = 20;
    private static final int MIN_HEIGHT = 3;
    private static final int MAX_HEIGHT = 16;
    private static final int AXIS_HEIGHT = 2;

    /** Minimum distance of labels in characters. */
    private static final int MIN_DISTANCE = 12;

    private static final double[] STEPS = {
        0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 43200, 86400
    };

    /** At most {@code height} lines; without room for curves only the titles, which have the last values. */
    public List<String> lines(List<PlotSeries> series, double now, int width, int height) {
        List<PlotSeries.Snapshot> shown =
                series.stream().map(PlotSeries::snapshot).toList();
        int each = Math.min(MAX_HEIGHT, (height - AXIS_HEIGHT) / Math.max(1, shown.size()));
        List<String> lines = new ArrayList<>();
        if (width < MIN_WIDTH || each < MIN_HEIGHT) {
            shown.forEach(one -> lines.add(new Panel(glyphs, one, window, now).title(width)));
        } else {
            draw(shown, now, width, each, lines);
        }
        return lines.stream()
                .limit(Math.max(0, height))
                .map(line -> cut(line, width))
                .toList();
    }

    private void draw(List<PlotSeries.Snapshot> shown, double now, int width, int each, List<String> lines) {
        List<Panel> panels =
                shown.stream().map(one -> new Panel(glyphs, one, window, now)).toList();
        int labels = panels.stream()
                .mapToInt(panel -> panel.labelWidth(each - 1))
                .max()
                .orElse(0);
        for (Panel panel : panels) {
            lines.add(panel.title(width));
            lines.addAll(panel.curve(labels, width - labels - 1, each - 1));
        }
        lines.addAll(timeAxis(labels, width - labels - 1));
    }

    private static String cut(String line, int width) {
        String cut = line.length() > width ? line.substring(0, Math.max(0, width)) : line;
        return cut.stripTrailing();
    }

    /** Time axis below the panels: seconds before now. */
    private List<String> timeAxis(int labels, int width) {
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
        return Arrays.stream(STEPS)
                .filter(step -> step / window * width >= MIN_DISTANCE)
                .findFirst()
                .orElse(window);
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
