package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/**
 * Disk for tests that, while {@code fails} is set, fails at random to open, write (after a partial write), sync or cut.
 */
final class FailingDisk implements Disk {
    private final Random random;
    private final Disk watched = new WatchedDisk(this::failSometimes, this::write);
    boolean fails;

    FailingDisk(Random random) {
        this.random = random;
    }

    private boolean refuses() {
        return fails && random.nextInt(3) == 0;
    }

    private void failSometimes(WatchedDisk.Operation operation, Path path) throws IOException {
        if (operation != WatchedDisk.Operation.WRITE && refuses()) {
            throw new IOException("No space left on device (" + operation + ")");
        }
    }

    private void write(SegmentFile file, byte[] bytes, int length) throws IOException {
        if (refuses()) {
            file.write(bytes, random.nextInt(length + 1));
            throw new IOException("No space left on device (WRITE)");
        }
        file.write(bytes, length);
    }

    @Override
    public SegmentFile open(Path path) throws IOException {
        return watched.open(path);
    }
}
