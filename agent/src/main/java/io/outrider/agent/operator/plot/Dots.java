package io.outrider.agent.operator.plot;

/** Dots on a grid of characters. */
final class Dots {
    private final Glyphs glyphs;
    private final int[][] cells;

    /** In characters, at least 1 each. */
    Dots(Glyphs glyphs, int width, int height) {
        this.glyphs = glyphs;
        this.cells = new int[height][width];
    }

    int across() {
        return cells[0].length * glyphs.across();
    }

    int down() {
        return cells.length * glyphs.down();
    }

    /** A dot, counted from the upper left; outside of the grid it is none. */
    void set(int x, int y) {
        if (x >= 0 && y >= 0 && x < across() && y < down()) {
            int bit = y % glyphs.down() * glyphs.across() + x % glyphs.across();
            cells[y / glyphs.down()][x / glyphs.across()] |= 1 << bit;
        }
    }

    /** Both ends included; both within a few grids' size of the grid. */
    void line(int x0, int y0, int x1, int y1) {
        int steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
        for (int i = 0; i <= steps; i++) {
            double share = steps == 0 ? 0 : (double) i / steps;
            set((int) Math.round(x0 + share * (x1 - x0)), (int) Math.round(y0 + share * (y1 - y0)));
        }
    }

    String row(int row) {
        StringBuilder text = new StringBuilder();
        for (int cell : cells[row]) {
            text.append(glyphs.of(cell));
        }
        return text.toString();
    }
}
