package io.outrider.can.isotp;

import java.util.Random;

/** Randomness that can be had again: {@code -Doutrider.seed=…} with the number that was printed. */
final class Seeds {
    private Seeds() {}

    static Random draw(Object test, String what) {
        long seed = Long.getLong("outrider.seed", System.nanoTime());
        System.out.println(test.getClass().getSimpleName() + " " + what + ": -Doutrider.seed=" + seed);
        return new Random(seed);
    }
}
