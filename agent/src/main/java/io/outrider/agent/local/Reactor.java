package io.outrider.agent.local;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reactor of the HTTP server: one thread that accepts connections and reads requests until they are complete, so that
 * whoever is slow or silent costs no thread. Each connection carries one request. Where all places of a phase are taken,
 * the oldest connection in it gives way to the newest, but not before what it has sent meanwhile has been read.
 */
final class Reactor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reactor.class);
    private static final int PIECE = 16 * 1024;

    /** Connections accepted before others are read again. */
    private static final int ACCEPTED_AT_ONCE = 64;

    /** Bytes that are read and not looked at, so that the client comes to read its answer. */
    private static final long MOST_DRAINED = 8 << 20;

    private static final long SILENT = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

    /** What the requests are about. */
    interface Service {
        /** Looks at a head. Must not block. */
        Admission admit(RequestHead head) throws Refusal;

        /** Serves a complete request, on a thread of the executor; may block. */
        void serve(PendingConnection connection);

        /** The answer to a request that is not served, in bytes. Must not block. */
        byte[] refusal(Refusal refusal, boolean toHead);
    }

    private final List<ListeningSocket> listeners;
    private final Service service;
    private final Executor executor;
    private final Ticker ticker;
    private final Selector selector;
    private final Set<PendingConnection> open = ConcurrentHashMap.newKeySet();
    private final Queue<PendingConnection> served = new ConcurrentLinkedQueue<>();
    private final LongAdder shed = new LongAdder();
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    private final byte[] bytes = new byte[PIECE];
    private final Thread thread = new Thread(this::run, "local-api");
    private volatile boolean closing;

    /** @param listeners that are open; closing this closes them */
    Reactor(List<ListeningSocket> listeners, Service service, Executor executor, Ticker ticker) throws IOException {
        this.listeners = List.copyOf(listeners);
        this.service = service;
        this.executor = executor;
        this.ticker = ticker;
        selector = Selector.open();
        for (ListeningSocket listener : listeners) {
            listener.channel.configureBlocking(false);
            listener.channel.register(selector, SelectionKey.OP_ACCEPT, listener);
        }
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Connections that are open. */
    int connections() {
        return open.size();
    }

    /** Connections that were closed before a request had come over them: others needed the place, or time was up. */
    long shed() {
        return shed.sum();
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
                LOG.error("local API: the thread that accepts connections failed; it goes on", e);
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    /** 0 is for ever. */
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
            read((PendingConnection) key.attachment());
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
                channel = listener.channel.accept();
            } catch (IOException e) { // there are too many open files
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
        for (ConnectionPhase phase : listener.phases()) {
            if (phase.oldest() != null) {
                shed.increment();
                close(phase.oldest());
                return;
            }
        }
        LockSupport.parkNanos(PAUSE);
    }

    private void begin(PendingConnection connection) {
        open.add(connection);
        try {
            connection.channel.configureBlocking(false);
            if (connection.channel.getLocalAddress() instanceof InetSocketAddress) {
                connection.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
        } catch (IOException e) {
            close(connection);
            return;
        }
        ConnectionPhase heads = connection.listener.heads;
        enter(heads, connection);
        read(connection); // most have sent their request already
        makeRoom(heads);
    }

    private void enter(ConnectionPhase phase, PendingConnection connection) {
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

    private void makeRoom(ConnectionPhase phase) {
        while (phase.isOverfull()) {
            PendingConnection oldest = phase.oldest();
            if (phase != oldest.listener.ends) {
                read(oldest);
            }
            if (phase.oldest() == oldest) {
                giveUp(oldest, Refusal.busy("other connections needed the place; try again"));
            }
        }
    }

    private void expire(ConnectionPhase phase) {
        long now = ticker.nanos();
        for (PendingConnection oldest = phase.oldest();
                oldest != null && oldest.deadline - now <= 0;
                oldest = phase.oldest()) {
            giveUp(
                    oldest,
                    new Refusal(
                            408,
                            Failure.Actor.CALLER,
                            "TOO_SLOW",
                            "the request did not come to its end in time; send it in one piece"));
        }
    }

    /** Whoever has said nothing is told nothing. */
    private void giveUp(PendingConnection connection, Refusal why) {
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

    private void read(PendingConnection connection) {
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
        } catch (Refusal e) {
            refuse(connection, e);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("local API: a request that was being read met a fault in outrider; please report it", e);
            close(connection);
        }
    }

    private void take(PendingConnection connection, int count) throws IOException, Refusal {
        ListeningSocket listener = connection.listener;
        if (connection.phase == listener.heads) {
            takeHead(connection, count);
        } else if (connection.phase == listener.bodies) {
            takeBody(connection, bytes, 0, count);
        } else {
            connection.drained += count;
            if (connection.drained > MOST_DRAINED) {
                close(connection);
            }
        }
    }

    private void takeHead(PendingConnection connection, int count) throws IOException, Refusal {
        while (!connection.append(bytes, count)) {
            PendingConnection oldest = connection.listener.heads.oldest();
            if (oldest == connection) {
                throw Refusal.busy("there is no memory for the headers of more requests; try again");
            }
            giveUp(oldest, Refusal.busy("other connections needed the memory; try again"));
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

    private void admit(PendingConnection connection, int end) throws IOException, Refusal {
        RequestHead head = connection.head;
        head.bodyLength();
        Admission admission = service.admit(head);
        if (admission.answer() != null) {
            answer(connection, admission.answer());
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
        enter(connection.listener.bodies, connection);
        if (count == 0 && head.awaitsContinue() && !connection.body.isDone()) {
            connection.channel.write(ByteBuffer.wrap(Response.CONTINUE.getBytes(StandardCharsets.US_ASCII)));
        }
        takeBody(connection, early, end, count);
        makeRoom(connection.listener.bodies);
    }

    private void takeBody(PendingConnection connection, byte[] from, int offset, int count)
            throws IOException, Refusal {
        int taken = connection.body.feed(from, offset, count);
        while (taken < count) {
            PendingConnection silent = connection.listener.bodies.oldestSilent(ticker.nanos() - SILENT);
            if (silent == null) {
                throw Refusal.busy("too many bodies come at once; try again");
            }
            giveUp(silent, Refusal.busy("other requests needed the memory; try again"));
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
            executor.execute(() -> serve(connection));
        } catch (RejectedExecutionException e) {
            byte[] refusal = service.refusal(Refusal.busy("too many requests wait; try again"), false);
            connection.channel.write(ByteBuffer.wrap(refusal));
            close(connection);
        }
    }

    private void serve(PendingConnection connection) {
        try {
            service.serve(connection);
        } finally {
            connection.body.release();
            served.add(connection);
            selector.wakeup();
        }
    }

    private void endServed() {
        for (PendingConnection each = served.poll(); each != null; each = served.poll()) {
            try {
                each.channel.configureBlocking(false);
                end(each);
            } catch (IOException e) {
                close(each);
            }
        }
    }

    private void refuse(PendingConnection connection, Refusal refusal) {
        try {
            boolean toHead = connection.head != null && connection.head.isHead();
            answer(connection, service.refusal(refusal, toHead));
        } catch (IOException e) {
            close(connection);
        }
    }

    /** What does not fit into an empty buffer of the kernel is nobody's: so short answers are. */
    private void answer(PendingConnection connection, byte[] answer) throws IOException {
        connection.forgetAll();
        connection.channel.write(ByteBuffer.wrap(answer));
        end(connection);
    }

    /** Were it closed while something comes, the kernel would take the answer back. */
    private void end(PendingConnection connection) throws IOException {
        connection.channel.shutdownOutput();
        enter(connection.listener.ends, connection);
        makeRoom(connection.listener.ends);
    }

    private void close(PendingConnection connection) {
        ConnectionPhase.leave(connection);
        connection.forgetAll();
        open.remove(connection);
        try {
            connection.channel.close();
        } catch (IOException e) {
            LOG.debug("local API: closing a connection: {}", e.toString());
        }
    }

    /** Ends all connections, those that are being served too. */
    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            for (ListeningSocket listener : listeners) {
                listener.channel.close();
            }
            for (PendingConnection each : open) {
                each.channel.close();
            }
            selector.close();
        } catch (IOException e) {
            LOG.debug("local API: closing its port: {}", e.toString());
        }
    }
}
