package io.outrider.agent.runtime.storage;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/** File replaced as a whole: after a crash it holds the old or the new content. */
public final class AtomicFile {
    private AtomicFile() {}

    /** True if the file can be read and has this content: writing it again would only wear out the flash. */
    public static boolean holds(Path path, byte[] bytes) {
        try {
            return Arrays.equals(bytes, SmallFile.read(path, bytes.length));
        } catch (IOException e) {
            return false;
        }
    }

    /** Writes a file of mode 0600. Returns when it is on the disk; creates the folder if it is missing. */
    public static void write(Path path, byte[] bytes) throws IOException {
        write(path, bytes, PosixFilePermissions.fromString("rw-------"));
    }

    /** As {@link #write(Path, byte[])}, with these permissions from the first moment on. */
    public static void write(Path path, byte[] bytes, Set<PosixFilePermission> mode) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        DurableDirectories.make(folder);
        Path temporary = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(temporary); // left by a power cut
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary, Set.of(CREATE_NEW, WRITE), PosixFilePermissions.asFileAttribute(mode))) {
                Files.setPosixFilePermissions(temporary, mode); // whatever the umask is
                ByteBuffer remaining = ByteBuffer.wrap(bytes);
                while (remaining.hasRemaining()) {
                    channel.write(remaining);
                }
                channel.force(true);
            }
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
            DurableDirectories.force(folder);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
