package io.outrider.agent.runtime.clock;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;

/** CLOCK_BOOTTIME of clock_gettime(2): the monotonic clock including suspends. */
final class BootTime {
    // linux/time.h
    private static final int CLOCK_BOOTTIME = 7;

    private BootTime() {}

    private static final class LibC {
        static {
            Native.register(LibC.class, "c");
        }

        private static native int clock_gettime(int clock, byte[] timespec) throws LastErrorException;
    }

    /** @throws IOException if the kernel lacks this clock or JNA cannot make the call */
    static void check() throws IOException {
        try {
            nanos();
        } catch (LastErrorException e) {
            throw new IOException("clock_gettime: " + e.getMessage(), e);
        } catch (LinkageError e) {
            throw new IOException("the native library cannot be loaded", e);
        }
    }

    /** Takes about 0.2 µs. Call only after {@link #check} has succeeded. */
    static long nanos() {
        byte[] timespec = new byte[2 * Native.LONG_SIZE];
        LibC.clock_gettime(CLOCK_BOOTTIME, timespec);
        ByteBuffer fields = ByteBuffer.wrap(timespec).order(ByteOrder.nativeOrder());
        return Native.LONG_SIZE == Long.BYTES
                ? TimeUnit.SECONDS.toNanos(fields.getLong()) + fields.getLong()
                : TimeUnit.SECONDS.toNanos(fields.getInt()) + fields.getInt();
    }
}
