package io.outrider.agent.runtime.storage;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** File that is replaced as a whole: after a crash it is the old one or the new one. For this user alone. */
public final class AtomicFile {
    private AtomicFile() {}

    /** On the disk when it returns; its folder is made if it is not there. */
    public static void write(Path path, byte[] bytes) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        DurableDirectories.make(folder);
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(fresh); // a power cut has left it
        try {
            try (FileChannel channel = FileChannel.open(
                    fresh,
                    Set.of(CREATE_NEW, WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                ByteBuffer left = ByteBuffer.wrap(bytes);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
                channel.force(true);
            }
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
            DurableDirectories.force(folder);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
