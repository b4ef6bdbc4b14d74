package io.outrider.agent.operator.api;

import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registry of open connections; moves them through their phases and closes them. Reactor thread only. */
final class ConnectionRegister {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionRegister.class);

    private final Selector selector;
    private final HttpReactor.RequestHandler handler;
    private final Ticker ticker;
    private final Set<PendingConnection> open = ConcurrentHashMap.newKeySet();
    private final LongAdder shed = new LongAdder();

    ConnectionRegister(Selector selector, HttpReactor.RequestHandler handler, Ticker ticker) {
        this.selector = selector;
        this.handler = handler;
        this.ticker = ticker;
    }

    /** Thread-safe. */
    int count() {
        return open.size();
    }

    /** Number of connections closed before a complete request. Thread-safe. */
    long shed() {
        return shed.sum();
    }

    void add(PendingConnection connection) {
        open.add(connection);
        enter(connection.listener.heads, connection);
    }

    void enter(ConnectionPhase phase, PendingConnection connection) {
        try {
            if (connection.key == null) {
                connection.key = connection.channel.register(selector, SelectionKey.OP_READ, connection);
            }
            connection.lastRead = ticker.nanos();
            phase.add(connection, connection.lastRead);
        } catch (IOException e) {
            close(connection);
        }
    }

    /** Closes a connection; sends the error only if the client has sent something. */
    void closeWithError(PendingConnection connection, HttpError why) {
        ConnectionPhase phase = connection.phase;
        if (phase == connection.listener.ends) {
            close(connection);
            return;
        }
        shed.increment();
        if (phase == connection.listener.heads && connection.count == 0) {
            close(connection);
        } else {
            refuse(connection, why);
        }
    }

    void refuse(PendingConnection connection, HttpError refusal) {
        try {
            boolean toHead = connection.head != null && connection.head.isHead();
            answer(connection, handler.refusal(refusal, toHead));
        } catch (IOException e) {
            close(connection);
        }
    }

    /**
     * Such a short response fits into the empty send buffer of the kernel; the rest of a longer one would be dropped.
     */
    void answer(PendingConnection connection, byte[] answer) throws IOException {
        connection.forgetAll();
        connection.channel.write(ByteBuffer.wrap(answer));
        end(connection);
    }

    /** Shuts down output only: closing while input arrives would make the kernel discard the response. */
    void end(PendingConnection connection) throws IOException {
        connection.channel.shutdownOutput();
        enter(connection.listener.ends, connection);
        while (connection.listener.ends.isOverfull()) {
            close(connection.listener.ends.oldest());
        }
    }

    void close(PendingConnection connection) {
        ConnectionPhase.leave(connection);
        connection.forgetAll();
        open.remove(connection);
        try {
            connection.channel.close();
        } catch (IOException e) {
            LOG.debug("local API: connection not closed properly: {}", e.toString());
        }
    }

    /** Includes connections that are being served. */
    void closeAll() {
        open.forEach(this::close);
    }
}
