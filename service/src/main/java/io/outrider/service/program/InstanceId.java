package io.outrider.service.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Id of this instance of the service, kept in its data folder: the broker knows its session by it after a restart. */
final class InstanceId {
    private InstanceId() {}

    static String of(Path data) throws IOException {
        Path file = data.resolve("instance");
        if (!Files.exists(file) || Files.readString(file).isBlank()) {
            Files.writeString(
                    file,
                    UUID.randomUUID() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC); // with another id, what the broker has for this one would be lost
        }
        return Files.readString(file).strip();
    }
}
