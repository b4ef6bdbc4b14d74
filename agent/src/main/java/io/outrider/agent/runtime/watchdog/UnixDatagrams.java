package io.outrider.agent.runtime.watchdog;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Datagrams to a Unix socket by path or, with a leading {@code @}, to an abstract one; through libc. */
final class UnixDatagrams {
    // equal on all Debian architectures: socket.h, errno.h
    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int EAGAIN = 11;

    /** unix(7): bytes of a name. */
    private static final int MAX_NAME_BYTES = 108;

    /** Bounds the wait for a service manager that does not read. */
    private static final int TRIES = 20;

    private static final long BETWEEN_TRIES = TimeUnit.MILLISECONDS.toNanos(50);

    private final byte[] address;
    private final Ticker ticker;

    private static final class SocketCalls {
        static {
            Native.register(SocketCalls.class, "c");
        }

        private static native int socket(int domain, int type, int protocol) throws LastErrorException;

        // the lengths are size_t and ssize_t, of pointer width
        private static native NativeLong sendto(
                int socket, byte[] data, NativeLong length, int flags, byte[] address, int addressLength)
                throws LastErrorException;

        private static native int close(int socket) throws LastErrorException;
    }

    /** @throws IllegalArgumentException for an invalid socket name */
    UnixDatagrams(String name, Ticker ticker) {
        this.address = address(name);
        this.ticker = ticker;
    }

    /** sockaddr_un: the family, then the name; an abstract one begins with a zero byte. */
    private static byte[] address(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        boolean isAbstract = name.startsWith("@");
        if (!isAbstract && !name.startsWith("/") || bytes.length < 2 || bytes.length >= MAX_NAME_BYTES) {
            throw new IllegalArgumentException("'" + name + "' is neither a path nor an abstract socket (@...)");
        }
        ByteBuffer address = ByteBuffer.allocate(2 + bytes.length + (isAbstract ? 0 : 1))
                .order(ByteOrder.nativeOrder())
                .putShort((short) AF_UNIX)
                .put(bytes);
        if (isAbstract) {
            address.put(2, (byte) 0);
        }
        return address.array();
    }

    void send(byte[] message) throws IOException {
        try {
            int socket = SocketCalls.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
            try {
                sendOn(socket, message);
            } finally {
                SocketCalls.close(socket);
            }
        } catch (LastErrorException e) {
            throw new IOException(e.getMessage(), e);
        } catch (LinkageError e) {
            throw new IOException("the native library cannot be loaded", e);
        }
    }

    /** Polls, as a thread blocked in the kernel cannot be interrupted. */
    private void sendOn(int socket, byte[] message) throws IOException {
        for (int tries = 1; ; tries++) {
            try {
                SocketCalls.sendto(
                        socket,
                        message,
                        new NativeLong(message.length),
                        MSG_DONTWAIT | MSG_NOSIGNAL,
                        address,
                        address.length);
                return;
            } catch (LastErrorException e) {
                if (e.getErrorCode() != EAGAIN || tries == TRIES) {
                    throw e;
                }
            }
            try {
                ticker.sleep(BETWEEN_TRIES);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while the socket was full", e);
            }
        }
    }
}
