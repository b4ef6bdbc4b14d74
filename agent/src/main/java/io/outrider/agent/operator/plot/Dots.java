package io.outrider.agent.operator.plot;

/** Raster of dots on a grid of characters. */
record Dots(Glyphs glyphs, int[][] cells) {
    Dots(Glyphs glyphs, int width, int height) {
        this(glyphs, new int[height][width]);
    }

    int across() {
        return cells[0].length * glyphs.across;
    }

    int down() {
        return cells.length * glyphs.down;
    }

    /** Sets a dot, from the upper left; ignored outside the grid. */
    void set(int x, int y) {
        if (x >= 0 && y >= 0 && x < across() && y < down()) {
            int bit = y % glyphs.down * glyphs.across + x % glyphs.across;
            cells[y / glyphs.down][x / glyphs.across] |= 1 << bit;
        }
    }

    /** Draws a line with both ends, which must lie within a few grid sizes of the grid. */
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
