package io.outrider.docker;

import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Budget of the bytes that releases pull in a day (UTC), in a file over restarts. Any thread. */
final class PullBudget {
    private static final Logger LOG = LoggerFactory.getLogger(PullBudget.class);
    private static final long UNSAVED = 4 << 20;

    private final Path file;
    private final long most;
    private final Clock clock;
    private LocalDate day; // guarded by this, as are the others
    private long pulled;
    private long saved;

    /** @param most bytes a day; 0 for no limit */
    PullBudget(Path file, long most, Clock clock) {
        this.file = file;
        this.most = most;
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
        today();
        return most == 0 ? Long.MAX_VALUE : Math.max(0, most - pulled);
    }

    synchronized void add(long bytes) {
        today();
        pulled += bytes;
        if (pulled - saved >= UNSAVED) {
            save();
        }
    }

    private void today() {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        if (!today.equals(day)) {
            day = today;
            pulled = 0;
            saved = -UNSAVED;
        }
    }

    synchronized void save() {
        if (saved == pulled || most == 0) {
            return;
        }
        saved = pulled;
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
