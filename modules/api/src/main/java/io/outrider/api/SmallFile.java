package io.outrider.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Reader and writer of small regular files: it never blocks on a pipe, never reads a huge file, and replaces a whole one. */
public final class SmallFile {
    /** Default limit in bytes, enough for settings and certificates. */
    public static final int LARGEST = 1 << 20;

    private SmallFile() {}

    /** @throws IOException as of {@link #read(Path, int)}, for more than {@link #LARGEST} bytes */
    public static byte[] read(Path file) throws IOException {
        return read(file, LARGEST);
    }

    /**
     * Reads the whole file.
     *
     * @param most bytes
     * @throws IOException if it is absent, no regular file, too large or unreadable; {@link IoReason} has the text
     */
    public static byte[] read(Path file, int most) throws IOException {
        check(file);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new FileSystemException(file.toString(), null, "it has more than " + most + " bytes");
            }
            return bytes;
        }
    }

    /**
     * Passes if the file is absent or a regular file, which opens without blocking.
     *
     * @throws IOException for a folder, a pipe or a device
     */
    public static void check(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(
                    file.toString(), null, Files.isDirectory(file) ? "it is a directory" : "it is no regular file");
        }
    }

    /**
     * Writes a new file beside it, {@code .new}, and renames that: readers see the old or the new content.
     *
     * @param mode permissions from the first moment on, whatever the umask is
     * @param synced whether the content is forced to the disk first; if not, a power cut may leave an empty file. The
     *     renaming is not forced
     */
    public static void replace(Path file, byte[] bytes, Set<PosixFilePermission> mode, boolean synced)
            throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(temporary); // left by a power cut
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(mode))) {
                Files.setPosixFilePermissions(temporary, mode);
                ByteBuffer remaining = ByteBuffer.wrap(bytes);
                while (remaining.hasRemaining()) {
                    channel.write(remaining);
                }
                if (synced) {
                    channel.force(true);
                }
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
