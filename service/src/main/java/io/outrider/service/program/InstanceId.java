package io.outrider.service.program;

import static java.nio.file.StandardOpenOption.SYNC;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Id of this instance of the service, kept in its data folder: the broker knows its session by it after a restart. */
final class InstanceId {
    private InstanceId() {}

    static String of(Path data) throws IOException {
        Path file = DataFolder.ownFile(data.resolve("instance"));
        if (Files.readString(file).isBlank()) {
            // with another id, what the broker has for this one would be lost
            Files.writeString(file, UUID.randomUUID() + "\n", WRITE, SYNC);
        }
        return Files.readString(file).strip();
    }
}
