package io.outrider.agent.operator.support;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/** Writer of a {@code .tar.gz} (ustar) of small files, readable by its owner only. */
final class BundleFile implements Closeable {
    private static final int BLOCK = 512;

    private final OutputStream out;
    private final String folder;
    private final Instant time;

    /** @param folder name of the folder in the archive; with the names of files less than 100 characters */
    BundleFile(Path file, String folder, Instant time) throws IOException {
        this.folder = folder;
        this.time = time;
        out = new GZIPOutputStream(new BufferedOutputStream(Channels.newOutputStream(Files.newByteChannel(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))))));
    }

    void add(String name, byte[] content) throws IOException {
        byte[] head = new byte[BLOCK];
        put(head, 0, folder + "/" + name);
        put(head, 100, "0000600");
        put(head, 108, "0000000"); // owner and group
        put(head, 116, "0000000");
        put(head, 124, String.format("%011o", content.length));
        put(head, 136, String.format("%011o", time.getEpochSecond()));
        put(head, 148, "        "); // the checksum counts as blanks
        put(head, 156, "0");
        put(head, 257, "ustar\u000000");
        int sum = 0;
        for (byte each : head) {
            sum += each & 0xff;
        }
        put(head, 148, String.format("%06o\0 ", sum));
        out.write(head);
        out.write(content);
        out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }

    private static void put(byte[] head, int offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, head, offset, bytes.length);
    }

    @Override
    public void close() throws IOException {
        try (out) {
            out.write(new byte[2 * BLOCK]);
        }
    }
}
