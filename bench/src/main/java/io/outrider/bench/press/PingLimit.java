package io.outrider.bench.press;

import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * Time limit of a ping.
 *
 * @param alone limit without other commands
 * @param each addition for each unanswered command, as commands run one by one
 * @param waiting number of unanswered commands
 */
record PingLimit(Duration alone, Duration each, IntSupplier waiting) {
    static PingLimit of(Duration alone) {
        return new PingLimit(alone, Duration.ZERO, () -> 0);
    }

    Duration now() {
        return alone.plus(each.multipliedBy(waiting.getAsInt()));
    }

    String words() {
        return alone.toSeconds() + " s"
                + (each.isZero() ? "" : " and " + each.toMillis() + " ms for each command before it");
    }
}
