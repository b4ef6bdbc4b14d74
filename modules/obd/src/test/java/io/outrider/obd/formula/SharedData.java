package io.outrider.obd.formula;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Collected cases, stored beside the repository. */
final class SharedData {
    private SharedData() {}

    static Optional<Path> find(String name) {
        for (Path at = Path.of(System.getProperty("user.dir")).toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve("shared").resolve("data").resolve(name);
            if (Files.isRegularFile(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }
}
