package io.outrider.agent.operator.api;

import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Non-blocking reader of requests. Reactor thread only. */
final class RequestReader {
    private static final Logger LOG = LoggerFactory.getLogger(RequestReader.class);
    private static final int PIECE = 16 * 1024;

    /** Bytes read and discarded so that the client gets to read the response. */
    private static final long MOST_DRAINED = 8 << 20;

    /** Time without input after which a connection may lose the memory of its body to others. */
    private static final long SILENT = TimeUnit.MILLISECONDS.toNanos(500);

    private final ConnectionRegister connections;
    private final HttpReactor.RequestHandler handler;
    private final Consumer<PendingConnection> complete;
    private final Ticker ticker;
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    private final byte[] bytes = new byte[PIECE];

    /**
     * @param complete accepts a blocking connection, in no phase, with a complete request; throws {@link
     *     RejectedExecutionException} if it is out of capacity
     */
    RequestReader(
            ConnectionRegister connections,
            HttpReactor.RequestHandler handler,
            Consumer<PendingConnection> complete,
            Ticker ticker) {
        this.connections = connections;
        this.handler = handler;
        this.complete = complete;
        this.ticker = ticker;
    }

    /** Closes the oldest connections until there is capacity, after reading their pending input. */
    void makeRoom(ConnectionPhase phase) {
        while (phase.isOverfull()) {
            PendingConnection oldest = phase.oldest();
            read(oldest);
            if (phase.oldest() == oldest) {
                connections.closeWithError(oldest, HttpError.busy("other connections needed the place; try again"));
            }
        }
    }

    void read(PendingConnection connection) {
        try {
            piece.clear();
            int count = connection.channel.read(piece);
            if (count < 0) {
                connections.close(connection);
            } else if (count > 0) {
                piece.flip().get(bytes, 0, count);
                connection.lastRead = ticker.nanos();
                take(connection, count);
            }
        } catch (IOException e) {
            connections.close(connection);
        } catch (HttpError e) {
            connections.refuse(connection, e);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("local API: internal error while reading a request; please report it", e);
            connections.close(connection);
        }
    }

    private void take(PendingConnection connection, int count) throws IOException, HttpError {
        ListeningSocket listener = connection.listener;
        if (connection.phase == listener.heads) {
            takeHead(connection, count);
        } else if (connection.phase == listener.bodies) {
            takeBody(connection, bytes, 0, count);
        } else {
            connection.drained += count;
            if (connection.drained > MOST_DRAINED) {
                connections.close(connection);
            }
        }
    }

    private void takeHead(PendingConnection connection, int count) throws IOException, HttpError {
        while (!connection.append(bytes, count)) {
            PendingConnection oldest = connection.listener.heads.oldest();
            if (oldest == connection) {
                throw HttpError.busy("there is no memory for the headers of more requests; try again");
            }
            connections.closeWithError(oldest, HttpError.busy("other connections needed the memory; try again"));
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
        RequestAdmission admission = handler.admit(head);
        if (admission.answer() != null) {
            connections.answer(connection, admission.answer());
            return;
        }
        connection.admission = admission;
        if (admission.largestBody() < 0) {
            connection.body = BodyDecoder.none();
            dispatch(connection);
            return;
        }
        connection.body = new BodyDecoder(head, admission.largestBody(), connection.listener.bodyBytes);
        byte[] early = connection.bytes;
        int count = connection.count - end;
        connections.enter(connection.listener.bodies, connection);
        if (count == 0 && awaitsContinue && !connection.body.isDone()) {
            connection.channel.write(ByteBuffer.wrap(ResponseHead.CONTINUE.getBytes(StandardCharsets.US_ASCII)));
        }
        takeBody(connection, early, end, count);
        makeRoom(connection.listener.bodies);
    }

    private void takeBody(PendingConnection connection, byte[] from, int offset, int count)
            throws IOException, HttpError {
        int taken = connection.body.feed(from, offset, count);
        while (taken < count) {
            PendingConnection silent = connection.listener.bodies.oldestSilent(ticker.nanos() - SILENT);
            if (silent == null) {
                throw HttpError.busy("too many bodies come at once; try again");
            }
            connections.closeWithError(silent, HttpError.busy("other requests needed the memory; try again"));
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
            connections.close(connection);
        }
    }
}
