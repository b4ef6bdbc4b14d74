package io.outrider.obd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File that says what was heard and sent on the bus during this boot of the machine, so that neither a reload nor a
 * restart of the daemon takes the vehicle for one that was never asked. It outlives no power cut and need not: nothing is
 * forced to the disk.
 */
final class PollingState {
    private static final Logger LOG = LoggerFactory.getLogger(PollingState.class);

    /** Where nothing was heard, or nothing sent. */
    static final long NEVER = Long.MIN_VALUE;

    /**
     * State of this boot.
     *
     * @param heard when somebody was last heard, by the machine's monotonic clock, or {@link #NEVER}
     * @param sent when something was last sent, or {@link #NEVER}
     * @param unasked a bit for each look long after a question, set if somebody was heard
     */
    record Saved(long heard, long sent, long unasked) {}

    private static final Set<StandardOpenOption> ANEW =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);

    private static final Set<PosixFilePermission> OWNERS_FOLDER = PosixFilePermissions.fromString("rwx------");

    private static final Set<PosixFilePermission> OWNERS_FILE = PosixFilePermissions.fromString("rw-------");

    private final Path file;
    private final String boot;

    PollingState(Path folder, String boot) {
        this.file = folder.resolve("polling");
        this.boot = boot;
    }

    /** State that an earlier process, or this one before a reload, wrote during this boot; empty if it is the first. */
    Optional<Saved> read() {
        try {
            String[] words = Files.readString(file).strip().split(" ");
            if (!words[0].equals(boot)) {
                return Optional.empty();
            }
            return Optional.of(
                    new Saved(Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseUnsignedLong(words[3])));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | RuntimeException e) { // somebody has written something, perhaps in this boot
            LOG.debug("{} cannot be read: {}", file, e.toString());
            return Optional.of(new Saved(NEVER, 0, 0));
        }
    }

    /** @return whether it is written down */
    boolean write(Saved saved) {
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        try {
            makeFolder(file.getParent());
            String text = boot + " " + saved.heard() + " " + saved.sent() + " " + Long.toUnsignedString(saved.unasked())
                    + "\n";
            try (ByteChannel to =
                    Files.newByteChannel(unfinished, ANEW, PosixFilePermissions.asFileAttribute(OWNERS_FILE))) {
                to.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
            }
            Files.setPosixFilePermissions(unfinished, OWNERS_FILE); // one that an earlier version left
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            LOG.debug("{} cannot be written: {}", file, e.toString());
            return false;
        }
    }

    private static void makeFolder(Path folder) throws IOException {
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNERS_FOLDER));
        if (!Files.getPosixFilePermissions(folder).equals(OWNERS_FOLDER)) { // one of an earlier version
            Files.setPosixFilePermissions(folder, OWNERS_FOLDER);
        }
    }
}
