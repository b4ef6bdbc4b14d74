package io.outrider.agent.operator.api;

import io.outrider.agent.operator.api.ListeningSocket.ConnectionPhase;
import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reactor of the HTTP server: one thread that accepts connections and reads requests until they are complete, so that
 * slow and silent clients take no thread. One request per connection. When a phase is full, its oldest connection is
 * closed for the newest, after its pending input has been read.
 */
final class HttpReactor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpReactor.class);

    /** Connections accepted before the open ones are read again. */
    private static final int ACCEPTED_AT_ONCE = 64;

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

    interface RequestHandler {
        /** Decides by the head of a request. Must not block. */
        RequestAdmission admit(RequestHead head, boolean ofContainers) throws HttpError;

        /** Serves a complete request on a thread of the executor; may block. */
        void serve(PendingConnection connection);

        /** Encodes the error response. Must not block. */
        byte[] refusal(HttpError refusal, boolean toHead);
    }

    /**
     * Decision about a request after its head.
     *
     * @param largestBody limit of the body in bytes; negative to ignore the body
     * @param answer response sent at once; null if there is an endpoint
     * @param endpoint serves the request once it is complete
     */
    record RequestAdmission(int largestBody, byte[] answer, Endpoint endpoint) {
        interface Endpoint {
            void serve(HttpExchange request) throws IOException, HttpError, InterruptedException;
        }

        static RequestAdmission withoutBody(Endpoint endpoint) {
            return new RequestAdmission(-1, null, endpoint);
        }

        static RequestAdmission withBody(int largest, Endpoint endpoint) {
            return new RequestAdmission(largest, null, endpoint);
        }
    }

    private final List<ListeningSocket> listeners;
    private final RequestHandler handler;
    private final Ticker ticker;
    private final Selector selector;
    private final Queue<PendingConnection> served = new ConcurrentLinkedQueue<>();
    private final PendingConnections connections;
    private final Thread thread = new Thread(this::run, "local-api");
    private volatile boolean closing;

    /** @param listeners open sockets; closed with the reactor */
    HttpReactor(List<ListeningSocket> listeners, RequestHandler handler, Executor executor, Ticker ticker)
            throws IOException {
        this.listeners = List.copyOf(listeners);
        this.handler = handler;
        this.ticker = ticker;
        selector = Selector.open();
        connections = new PendingConnections(
                selector, handler, connection -> executor.execute(() -> serve(connection)), ticker);
        for (ListeningSocket listener : listeners) {
            listener.channel().configureBlocking(false);
            listener.channel().register(selector, SelectionKey.OP_ACCEPT, listener);
        }
        thread.setDaemon(true);
        thread.start();
    }

    List<Metric> metrics() {
        return connections.metrics();
    }

    private void run() {
        while (!closing) {
            try {
                selector.select(millisToWait());
                endServed();
                selector.selectedKeys().forEach(this::readIfReady);
                selector.selectedKeys().forEach(this::acceptIfReady);
                selector.selectedKeys().clear();
                listeners.forEach(listener -> listener.phases().forEach(this::expire));
            } catch (IOException | RuntimeException e) {
                LOG.error("local API: error in the reactor thread; continuing", e);
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    /** 0 waits without limit. */
    private long millisToWait() {
        long now = ticker.nanos();
        long least = Long.MAX_VALUE;
        for (ListeningSocket listener : listeners) {
            for (ConnectionPhase phase : listener.phases()) {
                PendingConnection oldest = phase.oldest();
                least = oldest == null ? least : Math.min(least, Math.max(0, oldest.deadline - now));
            }
        }
        return least == Long.MAX_VALUE ? 0 : TimeUnit.NANOSECONDS.toMillis(least) + 1;
    }

    private void readIfReady(SelectionKey key) {
        if (key.isValid() && key.isReadable()) {
            connections.read((PendingConnection) key.attachment());
        }
    }

    private void acceptIfReady(SelectionKey key) {
        if (!key.isValid() || !key.isAcceptable()) {
            return;
        }
        ListeningSocket listener = (ListeningSocket) key.attachment();
        for (int i = 0; i < ACCEPTED_AT_ONCE; i++) {
            SocketChannel channel;
            try {
                channel = listener.channel().accept();
            } catch (IOException e) { // too many open files
                closeOldest(listener);
                return;
            }
            if (channel == null) {
                return;
            }
            begin(new PendingConnection(listener, channel));
        }
    }

    private void closeOldest(ListeningSocket listener) {
        listener.phases().stream()
                .map(ConnectionPhase::oldest)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresentOrElse(connections::close, () -> LockSupport.parkNanos(PAUSE));
    }

    private void begin(PendingConnection connection) {
        try {
            connection.channel.configureBlocking(false);
            if (connection.channel.getLocalAddress() instanceof InetSocketAddress) {
                connection.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
        } catch (IOException e) {
            connections.close(connection);
            return;
        }
        connections.add(connection);
        connections.read(connection); // most clients have sent their request already
        connections.makeRoom(connection.listener.heads());
    }

    private void expire(ConnectionPhase phase) {
        long now = ticker.nanos();
        for (PendingConnection oldest = phase.oldest();
                oldest != null && oldest.deadline - now <= 0;
                oldest = phase.oldest()) {
            connections.closeWithError(
                    oldest,
                    new HttpError(
                            408,
                            LocalApiErrors.TOO_SLOW,
                            "the request did not come to its end in time; send it in one piece"));
        }
    }

    private void serve(PendingConnection connection) {
        try {
            handler.serve(connection);
        } finally {
            connection.forgetAll();
            served.add(connection);
            selector.wakeup();
        }
    }

    private void endServed() {
        for (PendingConnection each = served.poll(); each != null; each = served.poll()) {
            try {
                each.channel.configureBlocking(false);
                connections.end(each);
            } catch (IOException e) {
                connections.close(each);
            }
        }
    }

    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        listeners.forEach(each -> LocalListeners.close(each.channel()));
        connections.closeAll();
        LocalListeners.close(selector);
    }
}
