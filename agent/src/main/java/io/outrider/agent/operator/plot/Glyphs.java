package io.outrider.agent.operator.plot;

/** Character sets for dots and frames. */
public enum Glyphs {
    /** Unicode Braille: two by four dots in a character. */
    BRAILLE(2, 4, "│┤┴└─"),

    /** ASCII: two dots in a character, one above the other. */
    ASCII(1, 2, "|+++-");

    private static final int[] BRAILLE_BITS = {0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80};
    private static final String ASCII_DOTS = " '.:";

    final int across;
    final int down;
    final char side;
    final char sideTick;
    final char bottomTick;
    final char corner;
    final char bottom;

    Glyphs(int across, int down, String frame) {
        this.across = across;
        this.down = down;
        this.side = frame.charAt(0);
        this.sideTick = frame.charAt(1);
        this.bottomTick = frame.charAt(2);
        this.corner = frame.charAt(3);
        this.bottom = frame.charAt(4);
    }

    /** @param dots one bit each, row by row, the first in the lowest bit */
    char of(int dots) {
        if (this == ASCII || dots == 0) {
            return ASCII_DOTS.charAt(dots);
        }
        int pattern = 0;
        for (int i = 0; i < BRAILLE_BITS.length; i++) {
            pattern |= (dots >> i & 1) * BRAILLE_BITS[i];
        }
        return (char) (0x2800 + pattern);
    }
}
