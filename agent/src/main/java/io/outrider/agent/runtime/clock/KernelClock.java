package io.outrider.agent.runtime.clock;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;

/** Clocks of the Linux kernel, through libc; the calls need no privilege and change nothing. */
final class KernelClock {
    // linux/time.h: the monotonic clock including suspends
    private static final int CLOCK_BOOTTIME = 7;

    // sys/timex.h
    private static final int STA_UNSYNC = 0x40;
    private static final int TIME_ERROR = 5;

    /** Larger than struct timex on any architecture; all zero, so that the call changes nothing. */
    private static final int TIMEX_SIZE = 512;

    /** Offset of the status in struct timex: after an int and four longs. */
    private static final int TIMEX_STATUS = 5 * Native.LONG_SIZE;

    private KernelClock() {}

    private static final class TimeCalls {
        static {
            Native.register(TimeCalls.class, "c");
        }

        private static native int adjtimex(byte[] timex) throws LastErrorException;

        private static native int clock_gettime(int clock, byte[] timespec) throws LastErrorException;
    }

    /** State of the wall clock, by adjtimex(2); fails if the kernel refuses the call or JNA cannot make it. */
    static boolean isSynchronised() throws IOException {
        byte[] timex = new byte[TIMEX_SIZE];
        try {
            int result = TimeCalls.adjtimex(timex);
            int status = ByteBuffer.wrap(timex).order(ByteOrder.nativeOrder()).getInt(TIMEX_STATUS);
            return result != TIME_ERROR && (status & STA_UNSYNC) == 0;
        } catch (LastErrorException | LinkageError e) {
            throw failure("adjtimex", e);
        }
    }

    /** @throws IOException if the kernel has no CLOCK_BOOTTIME or JNA cannot make the call */
    static void checkBootTime() throws IOException {
        try {
            bootTimeNanos();
        } catch (LastErrorException | LinkageError e) {
            throw failure("clock_gettime", e);
        }
    }

    /** CLOCK_BOOTTIME; takes about 0.2 µs. Call only after {@link #checkBootTime} has succeeded. */
    static long bootTimeNanos() {
        byte[] timespec = new byte[2 * Native.LONG_SIZE];
        TimeCalls.clock_gettime(CLOCK_BOOTTIME, timespec);
        ByteBuffer fields = ByteBuffer.wrap(timespec).order(ByteOrder.nativeOrder());
        return Native.LONG_SIZE == Long.BYTES
                ? TimeUnit.SECONDS.toNanos(fields.getLong()) + fields.getLong()
                : TimeUnit.SECONDS.toNanos(fields.getInt()) + fields.getInt();
    }

    private static IOException failure(String call, Throwable e) {
        return new IOException(
                e instanceof LinkageError ? "the native library cannot be loaded" : call + ": " + e.getMessage(), e);
    }
}
