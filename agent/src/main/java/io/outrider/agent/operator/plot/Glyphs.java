package io.outrider.agent.operator.plot;

/** The characters that dots are made of. */
public enum Glyphs {
    /** Two by four dots in a character: Unicode's patterns for the blind. */
    BRAILLE(2, 4, "│┤┴└─"),

    /** Two dots in a character, one above the other, of what every terminal has. */
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

    /** Dots beside each other in a character. */
    int across() {
        return across;
    }

    /** Dots below each other in a character. */
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

    /** @param dots a bit for each, row by row, the first the lowest bit */
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
