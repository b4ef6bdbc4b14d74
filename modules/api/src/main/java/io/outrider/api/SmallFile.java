package io.outrider.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small file that is read whole, and no other: a pipe keeps nobody waiting, and a huge file takes no memory. */
public final class SmallFile {
    /** Bytes in the largest settings, certificates and notes. */
    public static final int LARGEST = 1 << 20;

    private SmallFile() {}

    /** @throws IOException as of {@link #read(Path, int)}, for more than {@link #LARGEST} bytes */
    public static byte[] read(Path file) throws IOException {
        return read(file, LARGEST);
    }

    /**
     * What is in it.
     *
     * @param most bytes
     * @throws IOException if it is not there, no regular file, larger, or cannot be read; {@link IoReason} has the words
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
     * Passes if nothing is there, or a file that can be opened without waiting for anybody.
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
