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

/** A bad network: a TCP proxy on loopback that delays, swallows, cuts and refuses as it is told. Any thread. */
public final class LossProxy implements AutoCloseable {
    /** What happens to bytes and to new connections from now on. */
    public enum Mode {
        /** All goes through; also what was stalled. */
        PASS,
        /** A black hole: connections stay open and nothing arrives, in either direction. */
        STALL,
        /** What the client sends arrives, no answer does: a broker that accepts and says nothing. */
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

    /** Listens on a port of its own and forwards to this one. */
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

    /** Every piece of data waits this long, each way. */
    public void delay(Duration each) {
        delayNanos = each.toNanos();
    }

    long delayNanos() {
        return delayNanos;
    }

    /** Ends all connections at once, with a reset; new ones are treated as the mode says. */
    public void cut() {
        connections.forEach(ProxiedConnection::reset);
    }

    /** Bytes that the client sent. */
    public long bytesUp() {
        return up.get();
    }

    /** Bytes that the client got. */
    public long bytesDown() {
        return down.get();
    }

    /** Pieces of data in both directions: about the TCP segments with data when there is little traffic. */
    public int pieces() {
        return chunks.get();
    }

    /** Connections of clients so far. */
    public int accepted() {
        return accepted.get();
    }

    /** Connections of clients now. */
    public int open() {
        return open.get();
    }

    /** Most connections of clients at the same moment. */
    public int mostOpen() {
        return mostOpen.get();
    }

    void counted(boolean upwards, int bytes) {
        (upwards ? up : down).addAndGet(bytes);
        chunks.incrementAndGet();
    }

    void clientGone() {
        open.decrementAndGet();
    }

    void ended(ProxiedConnection connection) {
        connections.remove(connection);
    }

    private void accept() {
        while (true) {
            try {
                Socket client = server.accept();
                accepted.incrementAndGet();
                awaitEndsUnderWay();
                mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
                take(client);
            } catch (IOException e) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    /** An end that is already in the socket's queue must not count as a second connection. */
    private void awaitEndsUnderWay() {
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
            clientGone();
            client.close();
            return;
        }
        try {
            Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
            ProxiedConnection connection = new ProxiedConnection(this, client, broker);
            connections.add(connection);
            connection.start();
        } catch (IOException e) {
            clientGone();
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
