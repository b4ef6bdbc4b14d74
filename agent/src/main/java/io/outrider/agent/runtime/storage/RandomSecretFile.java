package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File of a random secret: 32 bytes in hex. Only the daemon's user may write it; one with more permissions than its own is
 * not trusted.
 *
 * @param name of the secret, for the log
 */
public record RandomSecretFile(Path path, String name, Set<PosixFilePermission> mode) {
    private static final Logger LOG = LoggerFactory.getLogger(RandomSecretFile.class);
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");
    private static final int LONGEST = 100;

    /** Reads the secret; replaces one that is not trusted, and creates one that is missing. */
    public String readOrCreate() throws IOException {
        if (exists()) {
            if (!isRestricted()) {
                LOG.warn("{}: permissions were not restricted to the daemon and its group; {} replaced", path, name);
            } else if (text() == null) {
                LOG.warn("{}: contained no {}; new {} written", path, name, name);
            } else {
                return text();
            }
        }
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        String text = HexFormat.of().formatHex(random);
        AtomicFile.write(path, (text + "\n").getBytes(StandardCharsets.US_ASCII), mode);
        return text;
    }

    /** Reads the secret; null if there is none that is trusted. */
    public String read() throws IOException {
        return exists() && isRestricted() ? text() : null;
    }

    private boolean exists() {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** The owner can change the mode later, so only root and the daemon's own uid are trusted. */
    private boolean isRestricted() throws IOException {
        PosixFileAttributes about = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Object owner = Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        return about.isRegularFile()
                && mode.containsAll(about.permissions())
                && (owner.equals(0) || owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")));
    }

    private String text() throws IOException {
        String text = Files.size(path) > LONGEST
                ? ""
                : Files.readString(path, StandardCharsets.ISO_8859_1).strip();
        return FORM.matcher(text).matches() ? text : null;
    }
}
