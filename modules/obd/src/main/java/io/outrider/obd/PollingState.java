package io.outrider.obd;

import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File with the activity and requests on the bus during this boot, so that after a reload or restart of the daemon the
 * vehicle does not count as never polled. It is not needed after a power cut, so it is not synced.
 */
final class PollingState {
    private static final Logger LOG = LoggerFactory.getLogger(PollingState.class);

    static final long NEVER = Long.MIN_VALUE;

    /**
     * @param heard last activity on the monotonic clock, or {@link #NEVER}
     * @param sent last frame sent, or {@link #NEVER}
     * @param unasked one bit per sample long after a request, set on activity
     */
    record Saved(long heard, long sent, long unasked) {}

    private static final Set<PosixFilePermission> OWNERS_FOLDER = PosixFilePermissions.fromString("rwx------");

    private static final Set<PosixFilePermission> OWNERS_FILE = PosixFilePermissions.fromString("rw-------");

    private final Path file;
    private final String boot;

    PollingState(Path folder, String boot) {
        this.file = folder.resolve("polling");
        this.boot = boot;
    }

    /** State saved earlier in this boot; empty if there is none. */
    Optional<Saved> read() {
        try {
            String[] fields = new String(SmallFile.read(file), StandardCharsets.UTF_8)
                    .strip()
                    .split(" ");
            if (!fields[0].equals(boot)) {
                return Optional.empty();
            }
            return Optional.of(
                    new Saved(Long.parseLong(fields[1]), Long.parseLong(fields[2]), Long.parseUnsignedLong(fields[3])));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | RuntimeException e) { // corrupt, possibly of this boot
            LOG.debug("polling state {} cannot be read: {}", file, e.toString());
            return Optional.of(new Saved(NEVER, 0, 0));
        }
    }

    /** @return false if writing failed */
    boolean write(Saved saved) {
        try {
            createFolder(file.getParent());
            String text = boot + " " + saved.heard() + " " + saved.sent() + " " + Long.toUnsignedString(saved.unasked())
                    + "\n";
            SmallFile.replace(file, text.getBytes(StandardCharsets.UTF_8), OWNERS_FILE, false);
            return true;
        } catch (IOException e) {
            LOG.debug("polling state {} cannot be written: {}", file, e.toString());
            return false;
        }
    }

    private static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNERS_FOLDER));
        if (!Files.getPosixFilePermissions(folder).equals(OWNERS_FOLDER)) { // permissions of an earlier version
            Files.setPosixFilePermissions(folder, OWNERS_FOLDER);
        }
    }
}
