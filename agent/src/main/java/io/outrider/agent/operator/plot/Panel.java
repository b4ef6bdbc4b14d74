package io.outrider.agent.operator.plot;

import java.util.ArrayList;
import java.util.List;

/** Panel of one series: a title line, and the curve beside its labels. */
record Panel(Glyphs glyphs, PlotSeries.Snapshot series, double window, double now, List<PlotSeries.PlotPoint> visible) {
    Panel(Glyphs glyphs, PlotSeries.Snapshot series, double window, double now) {
        this(
                glyphs,
                series,
                window,
                now,
                series.points().stream()
                        .filter(point -> point.seconds() >= now - window)
                        .toList());
    }

    /** Name and last value on the left, the extremes on the right; the unit is dropped first if there is no room. */
    String title(int width) {
        if (!series.note().isEmpty()) {
            return last(true) + "  " + series.note();
        }
        if (visible.isEmpty()) {
            return last(true);
        }
        String right = "min " + FigureText.of(least()) + "  max " + FigureText.of(greatest());
        for (String left : List.of(last(true), last(false))) {
            int room = width - left.length() - right.length();
            if (room >= 2) {
                return left + " ".repeat(room) + right;
            }
        }
        return last(true);
    }

    private String last(boolean unit) {
        if (series.points().isEmpty()) {
            return series.name() + "  -";
        }
        PlotSeries.PlotPoint last = series.points().get(series.points().size() - 1);
        return series.name() + "  " + FigureText.of(last.value())
                + (unit && !series.unit().isEmpty() ? " " + series.unit() : "");
    }

    private double least() {
        return visible.stream().mapToDouble(PlotSeries.PlotPoint::value).min().orElse(0);
    }

    private double greatest() {
        return visible.stream().mapToDouble(PlotSeries.PlotPoint::value).max().orElse(0);
    }

    private AxisScale scale(int height) {
        return AxisScale.of(least(), greatest(), Math.max(2, (height + 1) / 2));
    }

    int labelWidth(int height) {
        if (visible.isEmpty()) {
            return 1;
        }
        AxisScale scale = scale(height);
        return scale.ticks().stream()
                .mapToInt(tick -> scale.label(tick).length())
                .max()
                .orElse(1);
    }

    /** @param labels characters to the left of the frame; @param width characters to its right */
    List<String> curve(int labels, int width, int height) {
        AxisScale scale = scale(height);
        String[] texts = new String[height];
        if (!visible.isEmpty()) {
            for (double tick : scale.ticks()) {
                int row = y(scale, tick, height) / glyphs.down;
                texts[row] = scale.label(tick);
            }
        }
        Dots dots = dots(scale, width, height);
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < height; row++) {
            String text = texts[row] == null ? "" : texts[row];
            char side = texts[row] == null ? glyphs.side : glyphs.sideTick;
            lines.add(" ".repeat(Math.max(0, labels - text.length())) + text + side + dots.row(row));
        }
        return lines;
    }

    /** Row of a value; both ends at the middle of a character, so that a curve passes through its label's tick. */
    private int y(AxisScale scale, double value, int height) {
        int room = (height - 1) * glyphs.down;
        double share = Math.max(-1, Math.min(2, scale.share(value))); // values before the window may be anywhere
        return glyphs.down / 2 - 1 + (int) Math.round((1 - share) * room);
    }

    private Dots dots(AxisScale scale, int width, int height) {
        Dots dots = new Dots(glyphs, width, height);
        List<PlotSeries.PlotPoint> points = series.points();
        double gap = PlotSeries.gap(points, window);
        int lastX = 0;
        int lastY = 0;
        for (int i = 0; i < points.size(); i++) {
            PlotSeries.PlotPoint point = points.get(i);
            int x = (int) Math.round((1 - (now - point.seconds()) / window) * (dots.across() - 1));
            int y = y(scale, point.value(), height);
            boolean connected = i > 0 && point.seconds() - points.get(i - 1).seconds() <= gap;
            if (x >= 0 && connected) {
                dots.line(lastX, lastY, x, y);
            } else if (x >= 0) {
                dots.set(x, y);
            }
            lastX = x;
            lastY = y;
        }
        return dots;
    }
}
