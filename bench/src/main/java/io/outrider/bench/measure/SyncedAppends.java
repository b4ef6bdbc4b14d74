package io.outrider.bench.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Measurement of appends that are forced to the disk one by one; a yardstick. */
final class SyncedAppends {
    private SyncedAppends() {}

    /** Nanoseconds of each append to a temporary file in the folder. */
    static long[] nanos(Path folder, int count, int bytes) throws IOException {
        long[] nanos = new long[count];
        Path file = folder.resolve("appends");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (int i = 0; i < count; i++) {
                long begun = System.nanoTime();
                channel.write(ByteBuffer.allocate(bytes));
                channel.force(false);
                nanos[i] = System.nanoTime() - begun;
            }
        }
        Files.delete(file);
        return nanos;
    }
}
