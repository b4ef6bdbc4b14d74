package io.outrider.agent.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/** A mock of a disk that, while it fails, refuses at random to open, write (after having written a part), sync or cut. */
final class FailingDisk implements Disk {
    private final Random random;
    boolean fails;

    FailingDisk(Random random) {
        this.random = random;
    }

    private void maybe(String what) throws IOException {
        if (fails && random.nextInt(3) == 0) {
            throw new IOException("No space left on device (" + what + ")");
        }
    }

    @Override
    public SegmentFile open(Path path) throws IOException {
        maybe("open");
        SegmentFile file = SegmentFile.open(path);
        return new SegmentFile() {
            @Override
            public void startAt(long length) throws IOException {
                maybe("cut");
                file.startAt(length);
            }

            @Override
            public void write(byte[] bytes, int length) throws IOException {
                if (fails && random.nextInt(3) == 0) {
                    file.write(bytes, random.nextInt(length + 1));
                    throw new IOException("No space left on device (write)");
                }
                file.write(bytes, length);
            }

            @Override
            public void force() throws IOException {
                maybe("sync");
                file.force();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }
}
