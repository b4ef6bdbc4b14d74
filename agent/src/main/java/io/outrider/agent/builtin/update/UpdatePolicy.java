package io.outrider.agent.builtin.update;

import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Policy of the owner: lines {@code allow_…=yes} of {@code update.conf}, which only root writes; read each time. Root's part checks
 * the same again.
 *
 * @param config folder of {@code update.conf}
 */
record UpdatePolicy(Path config) {
    private static final int MOST = 10_000; // bytes

    Path file() {
        return config.resolve("update.conf");
    }

    /** @param what {@code unsigned} or {@code downgrade} */
    boolean allows(String what) throws IOException {
        try {
            return new String(SmallFile.read(file(), MOST), StandardCharsets.US_ASCII)
                    .lines()
                    .anyMatch(("allow_" + what + "=yes")::equals);
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
