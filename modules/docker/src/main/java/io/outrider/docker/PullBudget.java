package io.outrider.docker;

import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import io.outrider.docker.registry.ProjectVerdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Budget of the bytes that are pulled in a day (UTC), in a file over restarts. Any thread.
 *
 * <p>The day changes only forwards, as a clock without a battery shows an earlier one until it is set; unless the day of the
 * file is that of a clock which was once ahead.
 */
final class PullBudget {
    private static final Logger LOG = LoggerFactory.getLogger(PullBudget.class);
    private static final long UNSAVED = 4 << 20;
    private static final LocalDate EARLIEST = LocalDate.of(2026, 1, 1); // which a clock that is set can show

    private final Path file;
    private final long most;
    private final LongSupplier counter;
    private final Clock clock;
    private LocalDate day = LocalDate.EPOCH; // guarded by this, as are the others
    private long counted;
    private long pulled;
    private long saved;

    /**
     * @param most bytes a day; 0 for no limit
     * @param counter bytes that this process has pulled
     */
    PullBudget(Path file, long most, LongSupplier counter, Clock clock) {
        this.file = file;
        this.most = most;
        this.counter = counter;
        this.clock = clock;
        try {
            if (Files.exists(file)) {
                String[] words = new String(SmallFile.read(file, 100), StandardCharsets.US_ASCII).split("\\s");
                pulled = Math.max(0, Long.parseLong(words[1]));
                day = LocalDate.parse(words[0]);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} cannot be read; the bytes pulled today are counted from 0", file);
        }
        saved = pulled;
    }

    /** Bytes that may still be pulled today; the largest number if there is no limit. */
    synchronized long left() {
        count();
        return most == 0 ? Long.MAX_VALUE : Math.max(0, most - pulled);
    }

    /** Bytes that have to come in one day: all, or if they are too many, those of the largest container. */
    long needed(ProjectVerdict verdict) {
        return most == 0 || verdict.bytes() <= most
                ? verdict.bytes()
                : verdict.containers().stream()
                        .mapToLong(ProjectVerdict.OfContainer::bytes)
                        .max()
                        .orElse(0);
    }

    private void count() {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        boolean ahead = day.isAfter(today.plusDays(1)) && !today.isBefore(EARLIEST);
        if (ahead || today.isAfter(day)) {
            day = today;
            pulled = 0;
            saved = -UNSAVED;
        }
        long now = counter.getAsLong();
        pulled += now - counted;
        counted = now;
        if (pulled - saved >= UNSAVED) {
            write();
        }
    }

    synchronized void save() {
        count();
        if (saved != pulled) {
            write();
        }
    }

    private void write() {
        saved = pulled;
        if (most == 0) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            SmallFile.replace(
                    file,
                    (day + " " + pulled + "\n").getBytes(StandardCharsets.US_ASCII),
                    PosixFilePermissions.fromString("rw-------"),
                    false);
        } catch (IOException e) {
            LOG.warn(
                    "{} cannot be written: {}; after a restart the bytes pulled today count less",
                    file,
                    IoReason.of(e));
        }
    }
}
