package io.outrider.agent.operator.api;

import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Access token: 32 random bytes in hex, in a file that only the daemon's user may write and only its group may read. A
 * file with other permissions is not trusted and is replaced.
 */
final class AccessToken {
    private static final Logger LOG = LoggerFactory.getLogger(AccessToken.class);
    private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-r-----");
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern SCHEME = Pattern.compile("(?i)(bearer|token|apitoken) +");

    private final Path file;
    private final byte[] secret;

    private AccessToken(Path file, String text) {
        this.file = file;
        this.secret = text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads the token, or creates one. */
    static AccessToken in(Path file) throws Failure {
        try {
            String kept = kept(file);
            return new AccessToken(file, kept == null ? write(file) : kept);
        } catch (IOException | UnsupportedOperationException e) {
            String reason = e instanceof IOException ? IoReason.of(e) : "its file system knows no modes";
            throw new Failure(
                    LocalApiErrors.TOKEN_FILE,
                    "the local API's token cannot be kept in " + file + " (" + reason
                            + "); give its directory to the user of the daemon, or set [local] token_file",
                    e);
        }
    }

    private static String kept(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        PosixFileAttributes about = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!about.isRegularFile() || !MODE.containsAll(about.permissions()) || !isTrusted(file)) {
            LOG.warn("{}: permissions were not restricted to the daemon and its group; token" + " replaced", file);
            return null;
        }
        String text = about.size() > 100
                ? ""
                : Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        if (!FORM.matcher(text).matches()) {
            LOG.warn("{}: contained no token; new token written", file);
            return null;
        }
        return text;
    }

    /** The owner can change the mode later, so only root and the daemon's own uid are trusted. */
    private static boolean isTrusted(Path file) throws IOException {
        Object owner = Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        return owner.equals(0) || owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    private static String write(Path file) throws IOException {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        String text = HexFormat.of().formatHex(random);
        Files.createDirectories(file.toAbsolutePath().getParent()); // open to the group as far as the umask allows
        AtomicFile.write(file, (text + "\n").getBytes(StandardCharsets.US_ASCII), MODE);
        return text;
    }

    Path file() {
        return file;
    }

    /** Checks an {@code Authorization} header in constant time. */
    boolean matches(String header) {
        String given = header == null ? "" : header.strip();
        String bare = SCHEME.matcher(given).lookingAt() ? SCHEME.matcher(given).replaceFirst("") : "";
        return MessageDigest.isEqual(secret, bare.getBytes(StandardCharsets.ISO_8859_1));
    }
}
