package io.outrider.agent.runtime.clock;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Read-only call of adjtimex(2), which needs no privilege. */
final class Adjtimex {
    /** Larger than struct timex on any architecture; all zero, so that the call changes nothing. */
    private static final int STRUCT_SIZE = 512;

    // sys/timex.h
    private static final int STA_UNSYNC = 0x40;
    private static final int TIME_ERROR = 5;

    /** Offset of the status: after an int and four longs. */
    private static final int STATUS = 5 * Native.LONG_SIZE;

    private Adjtimex() {}

    private static final class LibC {
        static {
            Native.register(LibC.class, "c");
        }

        private static native int adjtimex(byte[] timex) throws LastErrorException;
    }

    /** @throws IOException if the kernel refuses the call or JNA cannot make it */
    static boolean isSynchronised() throws IOException {
        byte[] timex = new byte[STRUCT_SIZE];
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
