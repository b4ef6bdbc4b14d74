package io.outrider.agent.operator.plot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Time series of the recent values of one name. Any thread. */
public final class PlotSeries {
    /** Points further apart than this share of the window, and than several median distances, are not connected. */
    private static final double GAP_SHARE = 1.0 / 12;

    private static final int GAP_DISTANCES = 4;

    /** Most points kept, more than the dots of a screen. */
    private static final int MAX_POINTS = 20_000;

    private final String name;
    private final double window;
    private final Deque<PlotPoint> points = new ArrayDeque<>();
    private String unit = "";
    private String note = "";

    /** @param seconds since an epoch common to all series; ascending */
    record PlotPoint(double seconds, double value) {}

    record Snapshot(String name, String unit, String note, List<PlotPoint> points) {}

    public PlotSeries(String name, double window) {
        this.name = name;
        this.window = window;
    }

    public String name() {
        return name;
    }

    /** Ignores NaN and infinities. */
    public synchronized void add(double seconds, double value, String unit) {
        if (!Double.isFinite(value)) {
            return;
        }
        this.unit = unit;
        note = "";
        points.addLast(new PlotPoint(seconds, value));
        double oldest = seconds - 2 * window; // twice, for the line from the last point before the window
        while (points.size() > MAX_POINTS
                || points.size() > 1 && points.peekFirst().seconds() < oldest) {
            points.removeFirst();
        }
    }

    /** Sets the reason for missing values; cleared by the next value. */
    public synchronized void note(String text) {
        note = text;
    }

    public synchronized boolean hasNote() {
        return !note.isEmpty();
    }

    public synchronized boolean isEmpty() {
        return points.isEmpty();
    }

    synchronized Snapshot snapshot() {
        return new Snapshot(name, unit, note, new ArrayList<>(points));
    }

    /** Distance in seconds above which two neighbours are not connected. */
    static double gap(List<PlotPoint> points, double window) {
        List<Double> distances = new ArrayList<>();
        for (int i = 1; i < points.size(); i++) {
            distances.add(points.get(i).seconds() - points.get(i - 1).seconds());
        }
        distances.sort(null);
        double usual = distances.isEmpty() ? 0 : distances.get(distances.size() / 2);
        return Math.max(window * GAP_SHARE, GAP_DISTANCES * usual);
    }
}
