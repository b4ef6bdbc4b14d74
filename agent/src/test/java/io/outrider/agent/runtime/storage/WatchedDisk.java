package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.nio.file.Path;

/** Disk of the operating system with a hook before each operation, which may block or fail it. */
public final class WatchedDisk implements Disk {
    public enum Operation {
        OPEN,
        CUT,
        WRITE,
        FORCE,
        FORCE_FOLDER,
        READ,
        DELETE
    }

    /** Called on the thread of the operation. */
    @FunctionalInterface
    public interface Watch {
        void before(Operation operation, Path path) throws IOException;
    }

    /** Replaces the write of a file. */
    @FunctionalInterface
    interface WriteAction {
        void write(SegmentFile file, byte[] bytes, int length) throws IOException;
    }

    private final Watch watch;
    private final WriteAction writer;

    public WatchedDisk(Watch watch) {
        this(watch, SegmentFile::write);
    }

    WatchedDisk(Watch watch, WriteAction writer) {
        this.watch = watch;
        this.writer = writer;
    }

    @Override
    public SegmentFile open(Path path) throws IOException {
        watch.before(Operation.OPEN, path);
        SegmentFile file = SegmentFile.open(path);
        return new SegmentFile() {
            @Override
            public void startAt(long length) throws IOException {
                watch.before(Operation.CUT, path);
                file.startAt(length);
            }

            @Override
            public void write(byte[] bytes, int length) throws IOException {
                watch.before(Operation.WRITE, path);
                writer.write(file, bytes, length);
            }

            @Override
            public void writeAt(long offset, byte[] bytes) throws IOException {
                watch.before(Operation.WRITE, path);
                file.writeAt(offset, bytes);
            }

            @Override
            public void force() throws IOException {
                watch.before(Operation.FORCE, path);
                file.force();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    @Override
    public byte[] read(Path path, long offset, int most) throws IOException {
        watch.before(Operation.READ, path);
        return Disk.super.read(path, offset, most);
    }

    @Override
    public void delete(Path path) throws IOException {
        watch.before(Operation.DELETE, path);
        Disk.super.delete(path);
    }

    @Override
    public void force(Path folder) throws IOException {
        watch.before(Operation.FORCE_FOLDER, folder);
        Disk.super.force(folder);
    }
}
