package io.outrider.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The id of a unit that was given none. */
final class UnitId {
    private UnitId() {}

    /**
     * 32 hex digits that stay as long as the system does. Derived, because machine-id(5) asks not to show the machine's
     * id itself to others.
     *
     * @param machineId {@code /etc/machine-id}
     * @throws IOException if there is none
     */
    static String of(Path machineId) throws IOException {
        String id = Files.readString(machineId).strip();
        if (id.isEmpty()) {
            throw new IOException(machineId + " is empty");
        }
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(("outrider " + id).getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
