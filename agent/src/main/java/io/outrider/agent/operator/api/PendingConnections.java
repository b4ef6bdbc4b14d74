package io.outrider.agent.operator.api;

import io.outrider.agent.operator.api.HttpReactor.RequestAdmission;
import io.outrider.agent.operator.api.ListeningSocket.ConnectionPhase;
import io.outrider.api.FaultText;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Open connections: reads their requests, moves them through their phases and closes them. Reactor thread only. */
final class PendingConnections {
    private static final Logger LOG = LoggerFactory.getLogger(PendingConnections.class);
    private static final int PIECE = 16 * 1024;
    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

    /** Bytes read and discarded so that the client gets to read the response. */
    private static final long MOST_DRAINED = 8 << 20;

    /** Time without input after which a connection may lose the memory of its body to others. */
    private static final long SILENT = TimeUnit.MILLISECONDS.toNanos(500);

    private final Selector selector;
    private final HttpReactor.RequestHandler handler;
    private final Consumer<PendingConnection> complete;
    private final Ticker ticker;
    private final Set<PendingConnection> open = ConcurrentHashMap.newKeySet();
    private final LongAdder shed = new LongAdder();
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    private final byte[] bytes = new byte[PIECE];

    /** @param complete accepts a blocking connection with a complete request, or rejects it for lack of capacity */
    PendingConnections(
            Selector selector,
            HttpReactor.RequestHandler handler,
            Consumer<PendingConnection> complete,
            Ticker ticker) {
        this.selector = selector;
        this.handler = handler;
        this.complete = complete;
        this.ticker = ticker;
    }

    /** Thread-safe. */
    List<Metric> metrics() {
        return List.of(
                Metric.gauge("local_connections", "Connections to the local API now", open.size()),
                Metric.counter(
                        "local_connections_shed_total",
                        "Connections that were closed before a request had come over them, for it took too long or others"
                                + " needed the place",
                        shed.sum()));
    }

    void add(PendingConnection connection) {
        open.add(connection);
        enter(connection.listener.heads(), connection);
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

    /** Closes the oldest connections until there is capacity, after reading their pending input. */
    void makeRoom(ConnectionPhase phase) {
        while (phase.isOverfull()) {
            PendingConnection oldest = phase.oldest();
            read(oldest);
            if (phase.oldest() == oldest) {
                closeWithError(oldest, HttpError.busy("other connections needed the place; try again"));
            }
        }
    }

    void read(PendingConnection connection) {
        try {
            piece.clear();
            int count = connection.channel.read(piece);
            if (count < 0) {
                close(connection);
            } else if (count > 0) {
                piece.flip().get(bytes, 0, count);
                connection.lastRead = ticker.nanos();
                take(connection, count);
            }
        } catch (IOException e) {
            close(connection);
        } catch (HttpError e) {
            refuse(connection, e);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("local API: internal error while reading a request" + FaultText.LOG_SUFFIX, e);
            close(connection);
        }
    }

    private void take(PendingConnection connection, int count) throws IOException, HttpError {
        ListeningSocket listener = connection.listener;
        if (connection.phase == listener.heads()) {
            takeHead(connection, count);
        } else if (connection.phase == listener.bodies()) {
            takeBody(connection, bytes, 0, count);
        } else {
            connection.drained += count;
            if (connection.drained > MOST_DRAINED) {
                close(connection);
            }
        }
    }

    private void takeHead(PendingConnection connection, int count) throws IOException, HttpError {
        while (!connection.append(bytes, count)) {
            PendingConnection oldest = connection.listener.heads().oldest();
            if (oldest == connection) {
                throw HttpError.busy("there is no memory for the headers of more requests; try again");
            }
            closeWithError(oldest, HttpError.busy("other connections needed the memory; try again"));
        }
        connection.skipEmptyLines();
        int end = connection.endOfHead();
        if (end > RequestHead.LARGEST || end < 0 && connection.count >= RequestHead.LARGEST) {
            throw connection.hasLine() ? RequestHead.headersTooLarge() : RequestHead.addressTooLong();
        }
        if (end >= 0) {
            connection.head = RequestHead.parse(connection.bytes, end);
            admit(connection, end);
        }
    }

    private void admit(PendingConnection connection, int end) throws IOException, HttpError {
        RequestHead head = connection.head;
        head.bodyLength();
        boolean awaitsContinue = head.awaitsContinue();
        RequestAdmission admission = handler.admit(head, connection.listener.ofContainers());
        if (admission.answer() != null) {
            answer(connection, admission.answer());
            return;
        }
        connection.admission = admission;
        if (admission.largestBody() < 0) {
            dispatch(connection);
            return;
        }
        connection.body = new BodyDecoder(head, admission.largestBody(), connection.listener.bodyBytes());
        byte[] early = connection.bytes;
        int count = connection.count - end;
        enter(connection.listener.bodies(), connection);
        if (count == 0 && awaitsContinue && !connection.body.isDone()) {
            connection.channel.write(ByteBuffer.wrap(CONTINUE.getBytes(StandardCharsets.US_ASCII)));
        }
        takeBody(connection, early, end, count);
        makeRoom(connection.listener.bodies());
    }

    private void takeBody(PendingConnection connection, byte[] from, int offset, int count)
            throws IOException, HttpError {
        int taken = connection.body.feed(from, offset, count);
        while (taken < count) {
            PendingConnection silent = connection.listener.bodies().oldestSilent(ticker.nanos() - SILENT);
            if (silent == null) {
                throw HttpError.busy("too many bodies come at once; try again");
            }
            closeWithError(silent, HttpError.busy("other requests needed the memory; try again"));
            taken += connection.body.feed(from, offset + taken, count - taken);
        }
        connection.forgetHead();
        if (connection.body.isDone()) {
            dispatch(connection);
        }
    }

    private void dispatch(PendingConnection connection) throws IOException {
        ConnectionPhase.leave(connection);
        connection.forgetHead();
        if (connection.key != null) {
            connection.key.cancel();
            connection.key = null;
        }
        connection.channel.configureBlocking(true);
        try {
            complete.accept(connection);
        } catch (RejectedExecutionException e) {
            byte[] refusal = handler.refusal(HttpError.busy("too many requests wait; try again"), false);
            connection.channel.write(ByteBuffer.wrap(refusal));
            close(connection);
        }
    }

    /** Closes a connection; sends the error only if the client has sent something. */
    void closeWithError(PendingConnection connection, HttpError why) {
        ConnectionPhase phase = connection.phase;
        if (phase == connection.listener.ends()) {
            close(connection);
            return;
        }
        shed.increment();
        if (phase == connection.listener.heads() && connection.count == 0) {
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

    /** So short a response fits into the kernel's empty send buffer; the rest of a longer one would be dropped. */
    void answer(PendingConnection connection, byte[] answer) throws IOException {
        connection.forgetAll();
        connection.channel.write(ByteBuffer.wrap(answer));
        end(connection);
    }

    /** Shuts down output only: closing while input arrives would make the kernel discard the response. */
    void end(PendingConnection connection) throws IOException {
        connection.channel.shutdownOutput();
        enter(connection.listener.ends(), connection);
        while (connection.listener.ends().isOverfull()) {
            close(connection.listener.ends().oldest());
        }
    }

    void close(PendingConnection connection) {
        ConnectionPhase.leave(connection);
        connection.forgetAll();
        open.remove(connection);
        LocalListeners.close(connection.channel);
    }

    /** Includes connections that are being served. */
    void closeAll() {
        open.forEach(this::close);
    }
}
