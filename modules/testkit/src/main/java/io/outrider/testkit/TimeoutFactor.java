package io.outrider.testkit;

import java.time.Duration;

/**
 * Factor of the upper time limits in tests and benches, 1 or more: what {@code bench/slowness} measured on this
 * machine, from the environment variable {@code OUTRIDER_TIMEOUT_FACTOR}.
 */
public final class TimeoutFactor {
    private static final int MOST = 10;

    private TimeoutFactor() {}

    public static Duration scaled(Duration limit) {
        return limit.multipliedBy(value(System.getenv("OUTRIDER_TIMEOUT_FACTOR")));
    }

    public static long scaledSeconds(long seconds) {
        return scaled(Duration.ofSeconds(seconds)).toSeconds();
    }

    static int value(String text) {
        if (text == null || !text.matches("[0-9]{1,4}")) {
            return 1;
        }
        return Math.max(1, Math.min(MOST, Integer.parseInt(text)));
    }
}
