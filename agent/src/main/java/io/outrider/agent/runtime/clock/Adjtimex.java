package io.outrider.agent.runtime.clock;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** adjtimex(2), asked without changing anything, which takes no privilege. */
final class Adjtimex {
    /** More than struct timex has anywhere; all zero, so that nothing is changed. */
    private static final int ROOM = 512;

    // sys/timex.h
    private static final int STA_UNSYNC = 0x40;
    private static final int TIME_ERROR = 5;

    /** Before it are an int and four longs. */
    private static final int STATUS = 5 * Native.LONG_SIZE;

    private Adjtimex() {}

    /** What is used of libc. */
    private static final class LibC {
        static {
            Native.register(LibC.class, "c");
        }

        private static native int adjtimex(byte[] timex) throws LastErrorException;
    }

    /** @throws IOException if the kernel refuses, or there is no way to ask it */
    static boolean isSynchronised() throws IOException {
        byte[] timex = new byte[ROOM];
        try {
            int result = LibC.adjtimex(timex);
            int status = ByteBuffer.wrap(timex).order(ByteOrder.nativeOrder()).getInt(STATUS);
            return result != TIME_ERROR && (status & STA_UNSYNC) == 0;
        } catch (LastErrorException e) {
            throw new IOException("adjtimex: " + e.getMessage(), e);
        } catch (LinkageError e) {
            throw new IOException("the native library cannot be loaded", e);
        }
    }
}
