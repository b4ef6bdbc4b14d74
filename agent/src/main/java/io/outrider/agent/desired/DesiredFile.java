package io.outrider.agent.desired;

import io.outrider.agent.store.Folders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The document as it came, whole or not at all, for this user alone. Not for threads. */
final class DesiredFile {
    private static final String NAME = "desired.json";

    private static final Set<StandardOpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final FileAttribute<?> OWN =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path folder;

    DesiredFile(Path folder) {
        this.folder = folder;
    }

    Path path() {
        return folder.resolve(NAME);
    }

    /** Null if there is none. What is too long comes cut, and will not do. */
    byte[] read() throws IOException {
        if (!Files.exists(path())) {
            return null;
        }
        try (var in = Files.newInputStream(path())) {
            return in.readNBytes(Document.LONGEST + 1);
        }
    }

    /** On the disk when it returns. */
    void write(byte[] bytes) throws IOException {
        Folders.make(folder);
        Path fresh = folder.resolve(NAME + ".new");
        Files.deleteIfExists(fresh); // a power cut has left it
        try {
            try (FileChannel channel = FileChannel.open(fresh, NEW, OWN)) {
                ByteBuffer left = ByteBuffer.wrap(bytes);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
                channel.force(true);
            }
            Files.move(fresh, path(), StandardCopyOption.ATOMIC_MOVE);
            Folders.force(folder);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
