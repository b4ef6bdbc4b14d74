package io.outrider.agent.operator.plot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The values of one name over the last while. Any thread. */
public final class PlotSeries {
    /** What is further apart than this share of the window, and than several usual distances, is not connected. */
    private static final double GAP_SHARE = 1.0 / 12;

    private static final int GAP_DISTANCES = 4;

    /** More in one window is more than there are dots on a screen. */
    private static final int MOST = 20_000;

    private final String name;
    private final double window;
    private final Deque<Point> points = new ArrayDeque<>();
    private String unit = "";
    private String note = "";

    /**
     * A value at a time.
     *
     * @param seconds since any moment, the same for all series; never less than the one before
     * @param value finite
     */
    record Point(double seconds, double value) {}

    /** What was there at a moment. */
    record Snapshot(String name, String unit, String note, List<Point> points) {}

    /** @param window seconds that are shown, and so kept */
    public PlotSeries(String name, double window) {
        this.name = name;
        this.window = window;
    }

    public String name() {
        return name;
    }

    /**
     * A value now. NaN and infinities are none.
     *
     * @param unit or empty
     */
    public synchronized void add(double seconds, double value, String unit) {
        if (!Double.isFinite(value)) {
            return;
        }
        this.unit = unit;
        note = "";
        points.addLast(new Point(seconds, value));
        while (points.size() > MOST || points.size() > 1 && isOver(points.peekFirst(), seconds)) {
            points.removeFirst();
        }
    }

    private boolean isOver(Point point, double now) {
        return point.seconds() < now - 2 * window; // twice: the line from the last before the window is seen
    }

    /** Why there is nothing to see; gone with the next value. */
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

    /** From how many seconds on nothing is to connect two neighbours. */
    static double gap(List<Point> points, double window) {
        List<Double> distances = new ArrayList<>();
        for (int i = 1; i < points.size(); i++) {
            distances.add(points.get(i).seconds() - points.get(i - 1).seconds());
        }
        distances.sort(null);
        double usual = distances.isEmpty() ? 0 : distances.get(distances.size() / 2);
        return Math.max(window * GAP_SHARE, GAP_DISTANCES * usual);
    }
}
