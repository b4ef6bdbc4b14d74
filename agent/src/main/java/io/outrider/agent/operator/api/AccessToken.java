package io.outrider.agent.operator.api;

import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.agent.runtime.storage.RandomSecretFile;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;

/** Access token of the unit, in a file that only the daemon's user may write and only its group may read. */
final class AccessToken {
    private final Path file;
    private final byte[] secret;

    private AccessToken(Path file, byte[] secret) {
        this.file = file;
        this.secret = secret;
    }

    /** Reads the token, or creates one. */
    static AccessToken in(Path file) throws Failure {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent()); // open to the group as far as the umask allows
            RandomSecretFile secret = new RandomSecretFile(file, "token", PosixFilePermissions.fromString("rw-r-----"));
            return new AccessToken(file, secret.readOrCreate().getBytes(StandardCharsets.US_ASCII));
        } catch (IOException | UnsupportedOperationException e) {
            String reason = e instanceof IOException ? IoReason.of(e) : "its file system knows no modes";
            throw new Failure(
                    LocalApiErrors.TOKEN_FILE,
                    "the local API's token cannot be kept in " + file + " (" + reason
                            + "); give its directory to the user of the daemon, or set [local] token_file",
                    e);
        }
    }

    Path file() {
        return file;
    }

    /** Checks a token in constant time. */
    boolean matches(String given) {
        return MessageDigest.isEqual(secret, given.getBytes(StandardCharsets.ISO_8859_1));
    }
}
