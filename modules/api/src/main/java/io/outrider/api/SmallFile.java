package io.outrider.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reader of small regular files: it never blocks on a pipe and never reads a huge file. */
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
}
