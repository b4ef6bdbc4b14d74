package io.outrider.agent.runtime.storage;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The file that is appended to. Not a {@link java.nio.channels.FileChannel}, because that closes itself when a thread is
 * interrupted, which is how jobs are cancelled.
 */
public interface SegmentFile extends Closeable {
    /** Makes it this long, and writes from there on. */
    void startAt(long length) throws IOException;

    void write(byte[] bytes, int length) throws IOException;

    /** Writes over what is there, which takes no more room. */
    void writeAt(long offset, byte[] bytes) throws IOException;

    /** Returns when all that was written is on the disk. */
    void force() throws IOException;

    /** Closes a file of which nothing more is asked; null is none. */
    static void close(SegmentFile file) {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // what was to last has been forced
            }
        }
    }

    /** A file of the operating system; made, for this user alone, if it is not there. */
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
                file.getFD().sync(); // costs what fdatasync does: the length has changed anyway
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }
}
