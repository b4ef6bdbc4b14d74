package io.outrider.service.http;

import io.javalin.http.Context;
import io.outrider.service.accounts.Identity;
import io.outrider.service.database.AccountShares;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams of server-sent events (WHATWG HTML, 9.2). Each has a thread that reads what is new from the database and writes it, so
 * that a slow client holds up nobody else and every instance of the service sees everything. A stream ends when its caller's token
 * does, when its subject is gone, and when the service stops.
 */
public final class EventStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    private static final int MOST = 200;
    private static final int MOST_OF_ACCOUNT = 20;

    /** Looks at the database at a time, of an account one, as that of a release reads the states of all its devices. */
    private static final int MOST_TURNS = 4;

    /** Events of a turn behind which there are probably more. */
    static final int FULL = 40;

    /** Turns without an event after which a comment keeps the connection and the token is looked at again. */
    private static final int QUIET_TURNS = 20;

    /** Characters after which the token is looked at again, as a slow client takes long for the events of a turn. */
    private static final int UNCHECKED = 64 << 10;

    private final Authenticator authenticator;
    private final Duration every;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AccountShares open = new AccountShares(MOST, MOST_OF_ACCOUNT);
    private final AccountShares turns = new AccountShares(MOST_TURNS, 1);
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> new Thread(task, "event-stream"));

    /** @param every pause between two looks at the database */
    public EventStreams(Authenticator authenticator, Duration every) {
        this.authenticator = authenticator;
        this.every = every;
    }

    /**
     * Answers with a stream.
     *
     * @throws Problem if there are too many
     */
    void start(Context request, Identity caller, EventFeed feed) {
        Queue<StreamedEvent> events =
                new ArrayDeque<>(turns.run(caller.account(), feed::next)); // a subject that is not there is a problem
        if (closed.getCount() == 0 || !open.take(caller.account(), false)) {
            throw Problem.later(
                    ProblemCode.TOO_MANY_REQUESTS,
                    MOST_OF_ACCOUNT + " streams of an account and " + MOST + " in all may be open; close one",
                    Duration.ofSeconds(30));
        }
        request.contentType("text/event-stream")
                .header("Cache-Control", "no-store")
                .header("X-Accel-Buffering", "no");
        request.future(() -> CompletableFuture.runAsync(
                () -> {
                    try {
                        write(request, events, () -> turns.run(caller.account(), feed::next));
                    } catch (IOException | InterruptedException e) { // the client is gone, or the service stops
                        LOG.debug("a stream has ended: {}", e.getMessage());
                    } catch (RuntimeException e) { // of the database, at the look at the token
                        LOG.warn("a stream of events has ended: {}", e.getMessage());
                    } finally {
                        open.give(caller.account(), 1);
                    }
                },
                threads));
    }

    /** @param events to send first; each is removed before it is sent, as a slow client may hold up the rest for hours */
    private void write(Context request, Queue<StreamedEvent> events, EventFeed feed)
            throws IOException, InterruptedException {
        ServletOutputStream to = request.res().getOutputStream();
        try {
            int quiet = QUIET_TURNS; // at once, as a client shows a stream as open from its first byte
            while (closed.getCount() > 0) {
                quiet = events.isEmpty() ? quiet + 1 : 0;
                int unchecked = 0;
                boolean full = events.size() >= FULL;
                for (StreamedEvent each = events.poll(); each != null; each = events.poll()) {
                    send(to, each.text());
                    unchecked += each.text().length();
                    if (unchecked > UNCHECKED) {
                        authenticator.identity(request);
                        unchecked = 0;
                    }
                }
                if (quiet >= QUIET_TURNS) {
                    quiet = 0;
                    send(to, ":\n\n");
                }
                if (quiet == 0) {
                    authenticator.identity(request);
                    to.flush();
                }
                if (!full) {
                    closed.await(every.toMillis(), TimeUnit.MILLISECONDS);
                }
                events.addAll(read(feed));
            }
        } catch (Problem e) {
            send(to, new StreamedEvent("end", null, ProblemResponses.json(e)).text());
        }
    }

    private static List<StreamedEvent> read(EventFeed feed) {
        try {
            return feed.next();
        } catch (Problem e) {
            throw e;
        } catch (RuntimeException e) { // of the database; the next turn tries again
            LOG.warn("a stream of events waits: {}", e.getMessage());
            return List.of();
        }
    }

    private static void send(ServletOutputStream to, String text) throws IOException {
        to.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Ends all streams; clients resume them at another instance, or later. */
    @Override
    public void close() throws InterruptedException {
        closed.countDown();
        threads.shutdown();
        if (!threads.awaitTermination(2, TimeUnit.SECONDS)) {
            threads.shutdownNow();
        }
    }
}
