package io.outrider.agent.operator.plot;

import java.util.ArrayList;
import java.util.List;

/** Draws series below each other over the same time. */
public final class Chart {
    private static final int LEAST_WIDTH = 20;
    private static final int LEAST_HEIGHT = 3;
    private static final int MOST_HEIGHT = 16;

    private final Glyphs glyphs;
    private final double window;

    /** @param window seconds from the left to the right */
    public Chart(Glyphs glyphs, double window) {
        this.glyphs = glyphs;
        this.window = window;
    }

    /**
     * The picture of this moment. If there is no room for curves there are only the titles, which have the last values.
     *
     * @param now by the clock of the series
     * @return at most so many lines, none longer than the width
     */
    public List<String> lines(List<PlotSeries> series, double now, int width, int height) {
        List<PlotSeries.Snapshot> shown =
                series.stream().map(PlotSeries::snapshot).toList();
        int each = Math.min(MOST_HEIGHT, (height - TimeAxis.HEIGHT) / Math.max(1, shown.size()));
        List<String> lines = new ArrayList<>();
        if (width < LEAST_WIDTH || each < LEAST_HEIGHT) {
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
