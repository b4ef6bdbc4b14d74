package io.outrider.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Connection of one client through a {@link LossProxy}. A stalled direction is still read, so that the client's close
 * is seen at once; as behind a real black hole, the broker does not see it.
 */
final class ProxiedConnection {
    private final LossProxy proxy;
    private final Socket client;
    private final Socket broker;
    private final Direction up;
    private final Direction down;
    private final AtomicBoolean clientClosed = new AtomicBoolean();

    ProxiedConnection(LossProxy proxy, Socket client, Socket broker) throws IOException {
        this.proxy = proxy;
        this.client = client;
        this.broker = broker;
        client.setTcpNoDelay(true);
        broker.setTcpNoDelay(true);
        up = new Direction(client, broker, true);
        down = new Direction(broker, client, false);
    }

    void start() {
        new Thread(up::pump, "proxy-up").start();
        new Thread(down::pump, "proxy-down").start();
    }

    void modeChanged() {
        up.flush();
        down.flush();
    }

    void reset() {
        try {
            client.setSoLinger(true, 0);
            broker.setSoLinger(true, 0);
        } catch (IOException e) {
            // closed already
        }
        close();
    }

    private void close() {
        closeClient();
        closeQuietly(broker);
        proxy.closed(this);
    }

    private void closeClient() {
        if (clientClosed.compareAndSet(false, true)) {
            proxy.clientClosed();
        }
        closeQuietly(client);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // closed already
        }
    }

    private final class Direction {
        private final Socket from;
        private final Socket to;
        private final boolean upwards;
        private final ByteArrayOutputStream held = new ByteArrayOutputStream();
        private boolean closed;

        Direction(Socket from, Socket to, boolean upwards) {
            this.from = from;
            this.to = to;
            this.upwards = upwards;
        }

        void pump() {
            byte[] buffer = new byte[65_536];
            try {
                for (int n = from.getInputStream().read(buffer);
                        n >= 0;
                        n = from.getInputStream().read(buffer)) {
                    proxy.countBytes(upwards, n);
                    LockSupport.parkNanos(proxy.delayNanos());
                    synchronized (this) {
                        held.write(buffer, 0, n);
                    }
                    flush();
                }
            } catch (IOException e) {
                // same as end of stream
            }
            if (upwards) {
                closeClient();
            }
            synchronized (this) {
                closed = true;
            }
            flush();
        }

        private boolean stalled() {
            return proxy.mode() == LossProxy.Mode.STALL || !upwards && proxy.mode() == LossProxy.Mode.STALL_ANSWERS;
        }

        synchronized void flush() {
            if (stalled()) {
                return;
            }
            try {
                held.writeTo(to.getOutputStream());
                to.getOutputStream().flush();
                held.reset();
            } catch (IOException e) {
                closed = true;
            }
            if (closed) {
                close();
            }
        }
    }
}
