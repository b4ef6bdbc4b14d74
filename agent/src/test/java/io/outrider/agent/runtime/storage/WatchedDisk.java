package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.nio.file.Path;

/** The disk of the operating system, with somebody who is asked before each operation and may hold it up, or refuse. */
public final class WatchedDisk implements Disk {
    /** What is done to a file, or to a folder. */
    public enum Operation {
        OPEN,
        CUT,
        WRITE,
        FORCE,
        FORCE_FOLDER,
        READ,
        DELETE
    }

    /** Asked on the thread that does it. */
    @FunctionalInterface
    public interface Watch {
        void before(Operation operation, Path path) throws IOException;
    }

    /** How a file is written. */
    @FunctionalInterface
    interface Pen {
        void write(SegmentFile file, byte[] bytes, int length) throws IOException;
    }

    private final Watch watch;
    private final Pen pen;

    public WatchedDisk(Watch watch) {
        this(watch, SegmentFile::write);
    }

    WatchedDisk(Watch watch, Pen pen) {
        this.watch = watch;
        this.pen = pen;
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
                pen.write(file, bytes, length);
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
