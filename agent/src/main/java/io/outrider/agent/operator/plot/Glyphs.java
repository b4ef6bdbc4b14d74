package io.outrider.agent.operator.plot;

/** Character sets for dots. */
public enum Glyphs {
    /** Unicode Braille: two by four dots in a character. */
    BRAILLE(2, 4, "│┤┴└─"),

    /** ASCII: two dots in a character, one above the other. */
    ASCII(1, 2, "|+++-");

    private static final int[] BRAILLE_BITS = {0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80};
    private static final String ASCII_DOTS = " '.:";

    private final int across;
    private final int down;
    private final String frame;

    Glyphs(int across, int down, String frame) {
        this.across = across;
        this.down = down;
        this.frame = frame;
    }

    /** Columns of dots in a character. */
    int across() {
        return across;
    }

    /** Rows of dots in a character. */
    int down() {
        return down;
    }

    char side() {
        return frame.charAt(0);
    }

    char sideTick() {
        return frame.charAt(1);
    }

    char bottomTick() {
        return frame.charAt(2);
    }

    char corner() {
        return frame.charAt(3);
    }

    char bottom() {
        return frame.charAt(4);
    }

    /** @param dots one bit each, row by row, the first in the lowest bit */
    char of(int dots) {
        if (this == ASCII || dots == 0) {
            return dots == 0 ? ' ' : ASCII_DOTS.charAt(dots);
        }
        int pattern = 0;
        for (int i = 0; i < BRAILLE_BITS.length; i++) {
            pattern |= (dots >> i & 1) * BRAILLE_BITS[i];
        }
        return (char) (0x2800 + pattern);
    }
}
