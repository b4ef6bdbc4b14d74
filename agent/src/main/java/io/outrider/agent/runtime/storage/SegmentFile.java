package io.outrider.agent.runtime.storage;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * File of a log. Not a {@link java.nio.channels.FileChannel}, which closes itself when its thread is interrupted, and
 * jobs are cancelled by interrupts.
 */
public interface SegmentFile extends Closeable {
    /** Sets the length, and the position to the end. */
    void startAt(long length) throws IOException;

    void write(byte[] bytes, int length) throws IOException;

    /** Overwrites existing bytes; needs no free space. */
    void writeAt(long offset, byte[] bytes) throws IOException;

    /** Returns when all written bytes are on the disk. */
    void force() throws IOException;

    /** Closes a file without an exception; null is allowed. */
    static void close(SegmentFile file) {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // all that has to last was forced
            }
        }
    }

    /** Opens a file of the operating system; creates it with mode 0600 if it is missing. */
    static SegmentFile open(Path path) throws IOException {
        if (!Files.exists(path)) {
            try {
                Files.createFile(
                        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            } catch (FileAlreadyExistsException e) {
                // another thread was faster
            }
        }
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        return new SegmentFile() {
            @Override
            public void startAt(long length) throws IOException {
                if (file.length() != length) {
                    file.setLength(length);
                }
                file.seek(length);
            }

            @Override
            public void write(byte[] bytes, int length) throws IOException {
                file.write(bytes, 0, length);
            }

            @Override
            public void writeAt(long offset, byte[] bytes) throws IOException {
                file.seek(offset);
                file.write(bytes);
            }

            @Override
            public void force() throws IOException {
                file.getFD().sync(); // costs as much as fdatasync, since the length has changed
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }
}
