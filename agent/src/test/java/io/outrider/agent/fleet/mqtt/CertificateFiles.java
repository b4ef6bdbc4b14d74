package io.outrider.agent.fleet.mqtt;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Secret files with secure and insecure permissions. */
final class CertificateFiles {
    private CertificateFiles() {}

    static String secret(Path folder, String text) {
        return withMode(folder, text, "rw-------");
    }

    static String withMode(Path folder, String text, String mode) {
        try {
            Path file = java.nio.file.Files.createTempFile(folder, "secret", "");
            java.nio.file.Files.writeString(file, text + "\n");
            java.nio.file.Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
            return file.toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
