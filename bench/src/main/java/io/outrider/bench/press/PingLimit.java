package io.outrider.bench.press;

import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * Time that a ping may take.
 *
 * @param alone of one that finds nothing before it
 * @param each longer for each command that was sent before it and has no answer yet; they are taken one by one
 * @param waiting how many these are
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
