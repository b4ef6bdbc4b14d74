package io.outrider.agent.commands;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generator of jids for the unit's own jobs: 20 digits, UTC with microseconds, strictly increasing even if the clock
 * jumps.
 */
final class Jids {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmssSSSSSS").withZone(ZoneOffset.UTC);

    private final Clock clock;
    private final AtomicLong last = new AtomicLong();

    Jids(Clock clock) {
        this.clock = clock;
    }

    String next() {
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
        return FORM.format(
                Instant.EPOCH.plus(last.updateAndGet(before -> Math.max(before + 1, now)), ChronoUnit.MICROS));
    }
}
