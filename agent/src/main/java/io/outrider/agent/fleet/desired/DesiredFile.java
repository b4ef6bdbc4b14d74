package io.outrider.agent.fleet.desired;

import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The document as it came, whole or not at all, for this user alone. Not for threads. */
final class DesiredFile {
    private final Path path;

    DesiredFile(Path folder) {
        path = folder.resolve("desired.json");
    }

    Path path() {
        return path;
    }

    /** Null if there is none. What is too long comes cut, and will not do. */
    byte[] read() throws IOException {
        if (!Files.exists(path)) {
            return null;
        }
        SmallFile.check(path);
        try (var in = Files.newInputStream(path)) {
            return in.readNBytes(DesiredDocument.LONGEST + 1);
        }
    }

    /** On the disk when it returns. */
    void write(byte[] bytes) throws IOException {
        AtomicFile.write(path, bytes);
    }
}
