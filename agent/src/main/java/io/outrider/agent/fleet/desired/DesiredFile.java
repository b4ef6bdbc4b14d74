package io.outrider.agent.fleet.desired;

import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** File with the document as received; written atomically, readable by its owner only. Not thread-safe. */
final class DesiredFile {
    private final Path path;

    DesiredFile(Path folder) {
        path = folder.resolve("desired.json");
    }

    Path path() {
        return path;
    }

    /** Null if missing. Too long a file is truncated to an invalid length. */
    byte[] read() throws IOException {
        if (!Files.exists(path)) {
            return null;
        }
        SmallFile.check(path);
        try (var in = Files.newInputStream(path)) {
            return in.readNBytes(DesiredDocument.LONGEST + 1);
        }
    }

    /** Synced when it returns. */
    void write(byte[] bytes) throws IOException {
        AtomicFile.write(path, bytes);
    }
}
