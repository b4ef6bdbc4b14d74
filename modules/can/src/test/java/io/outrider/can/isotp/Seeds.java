package io.outrider.can.isotp;

import java.util.Random;

/** Seeds of random tests; {@code -Doutrider.seed=…} repeats a run with the printed seed. */
final class Seeds {
    private Seeds() {}

    static Random draw(Object test, String what) {
        long seed = Long.getLong("outrider.seed", System.nanoTime());
        System.out.println(test.getClass().getSimpleName() + " " + what + ": -Doutrider.seed=" + seed);
        return new Random(seed);
    }
}
