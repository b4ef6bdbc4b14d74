package io.outrider.agent.operator.plot;

import java.util.ArrayList;
import java.util.List;

/** Chart of several series, one panel below the other, over the same time. */
public final class Chart {
    private static final int MIN_WIDTH = 20;
    private static final int MIN_HEIGHT = 3;
    private static final int MAX_HEIGHT = 16;

    private final Glyphs glyphs;
    private final double window;

    /** @param window seconds shown */
    public Chart(Glyphs glyphs, double window) {
        this.glyphs = glyphs;
        this.window = window;
    }

    /**
     * Renders the chart; without room for curves only the titles, which have the last values.
     *
     * @param now seconds of the series' clock
     * @return at most {@code height} lines, none longer than {@code width}
     */
    public List<String> lines(List<PlotSeries> series, double now, int width, int height) {
        List<PlotSeries.Snapshot> shown =
                series.stream().map(PlotSeries::snapshot).toList();
        int each = Math.min(MAX_HEIGHT, (height - TimeAxis.HEIGHT) / Math.max(1, shown.size()));
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
        lines.addAll(new TimeAxis(glyphs, window).lines(labels, width - labels - 1));
    }

    private static String cut(String line, int width) {
        String cut = line.length() > width ? line.substring(0, Math.max(0, width)) : line;
        return cut.stripTrailing();
    }
}
