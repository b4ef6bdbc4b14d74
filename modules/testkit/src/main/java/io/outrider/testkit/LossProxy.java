package io.outrider.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Fault-injecting TCP proxy on loopback: delays, black holes, resets and refusals. Any thread. */
public final class LossProxy implements AutoCloseable {
    /** Treatment of bytes and new connections from now on. */
    public enum Mode {
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
    private volatile Mode mode = Mode.PASS;
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

    public void mode(Mode wanted) {
        mode = wanted;
        connections.forEach(ProxiedConnection::modeChanged);
    }

    Mode mode() {
        return mode;
    }

    public void delay(Duration each) {
        delayNanos = each.toNanos();
    }

    long delayNanos() {
        return delayNanos;
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

    void countBytes(boolean upwards, int bytes) {
        (upwards ? up : down).addAndGet(bytes);
        chunks.incrementAndGet();
    }

    void clientClosed() {
        open.decrementAndGet();
    }

    void closed(ProxiedConnection connection) {
        connections.remove(connection);
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
        if (mode == Mode.CLOSE || mode == Mode.GARBAGE) {
            if (mode == Mode.GARBAGE) {
                client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
            }
            clientClosed();
            client.close();
            return;
        }
        try {
            Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
            ProxiedConnection connection = new ProxiedConnection(this, client, broker);
            connections.add(connection);
            connection.start();
        } catch (IOException e) {
            clientClosed();
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
}
