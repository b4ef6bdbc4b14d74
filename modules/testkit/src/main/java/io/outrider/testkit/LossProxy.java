package io.outrider.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Fault-injecting TCP proxy on loopback: delays, black holes, resets and refusals. Any thread. */
public final class LossProxy implements AutoCloseable {
    /** Treatment of bytes and new connections from now on. */
    public enum LossMode {
        PASS,
        /** Black hole: connections stay open and no bytes arrive, in either direction. */
        STALL,
        /** Forwards only the client's bytes: a broker that accepts and never answers. */
        STALL_ANSWERS,
        /** New connections are closed as soon as they are accepted. */
        CLOSE,
        /** New connections are answered with bytes that are not MQTT. */
        GARBAGE
    }

    private final ServerSocket server;
    private final int target;
    private final Thread acceptor;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile LossMode mode = LossMode.PASS;
    private volatile long delayNanos;
    private final AtomicLong up = new AtomicLong();
    private final AtomicLong down = new AtomicLong();
    private final AtomicInteger chunks = new AtomicInteger();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();

    public LossProxy(int targetPort) {
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        target = targetPort;
        acceptor = new Thread(this::accept, "proxy");
        acceptor.start();
    }

    public int port() {
        return server.getLocalPort();
    }

    public void mode(LossMode wanted) {
        mode = wanted;
        connections.forEach(ProxiedConnection::modeChanged);
    }

    public void delay(Duration each) {
        delayNanos = each.toNanos();
    }

    public void cut() {
        connections.forEach(ProxiedConnection::reset);
    }

    public long bytesUp() {
        return up.get();
    }

    public long bytesDown() {
        return down.get();
    }

    /** Pieces of data in both directions: about the number of TCP segments with data when traffic is low. */
    public int pieces() {
        return chunks.get();
    }

    public int accepted() {
        return accepted.get();
    }

    public int open() {
        return open.get();
    }

    public int mostOpen() {
        return mostOpen.get();
    }

    private void accept() {
        while (true) {
            try {
                Socket client = server.accept();
                accepted.incrementAndGet();
                awaitQueuedCloses();
                mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
                take(client);
            } catch (IOException e) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    /** A FIN that is still queued in the socket must not count as a second connection. */
    private void awaitQueuedCloses() {
        long deadline = System.nanoTime() + Duration.ofMillis(100).toNanos();
        while (open.get() > 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void take(Socket client) throws IOException {
        if (mode == LossMode.CLOSE || mode == LossMode.GARBAGE) {
            if (mode == LossMode.GARBAGE) {
                client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
            }
            open.decrementAndGet();
            client.close();
            return;
        }
        try {
            Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
            ProxiedConnection connection = new ProxiedConnection(client, broker);
            connections.add(connection);
            connection.start();
        } catch (IOException e) {
            open.decrementAndGet();
            client.close();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            acceptor.join(5_000);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
        connections.forEach(ProxiedConnection::reset);
    }

    /**
     * Connection of one client. A stalled direction is still read, so that the client's close
     * is seen at once; as behind a real black hole, the broker does not see it.
     */
    private final class ProxiedConnection {
        private final Socket client;
        private final Socket broker;
        private final Direction upward;
        private final Direction downward;
        private final AtomicBoolean clientClosed = new AtomicBoolean();

        ProxiedConnection(Socket client, Socket broker) throws IOException {
            this.client = client;
            this.broker = broker;
            client.setTcpNoDelay(true);
            broker.setTcpNoDelay(true);
            upward = new Direction(client, broker, true);
            downward = new Direction(broker, client, false);
        }

        void start() {
            new Thread(upward::pump, "proxy-up").start();
            new Thread(downward::pump, "proxy-down").start();
        }

        void modeChanged() {
            upward.flush();
            downward.flush();
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
            connections.remove(this);
        }

        private void closeClient() {
            if (clientClosed.compareAndSet(false, true)) {
                open.decrementAndGet();
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
                        (upwards ? up : down).addAndGet(n);
                        chunks.incrementAndGet();
                        LockSupport.parkNanos(delayNanos);
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
                return mode == LossMode.STALL || !upwards && mode == LossMode.STALL_ANSWERS;
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
}
