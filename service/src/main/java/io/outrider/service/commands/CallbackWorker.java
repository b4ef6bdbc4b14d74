package io.outrider.service.commands;

import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.Database;
import io.outrider.wire.Micros;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker that sends the requests of callbacks, and deletes old jobs. It works from the
 * database: a restart loses nothing, and of several instances one takes each request. A request that was taken and whose
 * instance died is taken again.
 */
public final class CallbackWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackWorker.class);

    /** Requests of a state: at most five (specification, 6.2). */
    static final int MOST_ATTEMPTS = 5;

    static final int THREADS = 16;

    /** Time after which a request that was taken counts as abandoned; longer than any attempt takes. */
    private static final long CLAIM = 60 * Micros.SECOND;

    private static final Duration KEEP_CALLBACKS = Duration.ofDays(2);
    private static final Duration KEEP_JOBS = Duration.ofDays(30);

    /** Query of the request that has been due for the longest, but for shares that are full. */
    private static final String DUE = Database.statement("commands/due-callback");

    private static final String TAKE = Database.statement("commands/take-callback");
    private static final String INSERT_ATTEMPT = Database.statement("commands/insert-attempt");
    private static final String END_ATTEMPT = Database.statement("commands/end-attempt");
    private static final String FORGET_TOKEN = Database.statement("commands/forget-token");
    private static final String INSERT_LOST = Database.statement("commands/insert-lost-attempt");
    private static final String DELETE_OLD = Database.statement("commands/delete-old-callbacks");

    private final Database database;
    private final MasterKey key;
    private final CallbackSender sender;
    private final List<Duration> backoff;
    private final Clock clock;

    private final SendingShares shares = new SendingShares();

    private final ExecutorService senders;

    /**
     * Worker.
     *
     * @param backoff pauses behind the first to fourth attempt
     */
    public CallbackWorker(
            Database database, MasterKey key, CallbackSender sender, List<Duration> backoff, Clock clock) {
        this.database = database;
        this.key = key;
        this.sender = sender;
        this.backoff = List.copyOf(backoff);
        this.clock = clock;
        senders = Executors.newFixedThreadPool(THREADS, task -> new Thread(task, "callback-sender"));
    }

    /** Request that this instance has taken. */
    private record Taken(long id, String jid, String state, String share, long account, String body, int attempts) {}

    /** Takes the requests that are due as far as there are threads, and sends them on these; one that ends makes room for the next. */
    public synchronized void sendDue() {
        int free = THREADS - shares.sending();
        if (free == 0 || senders.isShutdown()) {
            return;
        }
        Optional<Long> first = database.read().withHandle(handle -> due(handle, shares));
        if (first.isEmpty()) {
            return;
        }
        for (Taken request : database.write().inTransaction(handle -> take(handle, first, free))) {
            shares.begin(request.account(), request.share());
            senders.execute(() -> {
                try {
                    try {
                        send(request);
                    } finally {
                        shares.end(request.account(), request.share());
                    }
                    sendDue();
                } catch (RuntimeException e) { // of the database; it is sent again
                    LOG.warn("a callback waits: {}", Database.cause(e).getMessage());
                }
            });
        }
    }

    /** Request that has been due for the longest, but for those of shares that are full. */
    private Optional<Long> due(Handle handle, SendingShares sending) {
        long now = Micros.of(clock.instant());
        Query query = handle.createQuery(DUE).bindList("full", sending.full()).bind("now", now);
        return query.mapTo(Long.class).findOne();
    }

    /**
     * Takes the requests that have been due for the longest. The attempt of one that was abandoned is listed; if its end comes after
     * all, that takes the place.
     *
     * @param first of them, which was found without a turn to write
     * @param most fewer if another instance takes some at the same time
     */
    private List<Taken> take(Handle handle, Optional<Long> first, int most) {
        long now = Micros.of(clock.instant());
        List<Taken> taken = new ArrayList<>();
        SendingShares planned = shares.copy(); // the transaction may be run again
        while (taken.size() < most) {
            Optional<Long> due = taken.isEmpty() ? first : due(handle, planned);
            Optional<Taken> next = due.flatMap(id -> {
                handle.execute(INSERT_LOST, CLAIM, id, now, MOST_ATTEMPTS);
                return Database.find(handle, Taken.class, TAKE, now + CLAIM, id, now);
            });
            if (next.isEmpty()) {
                break;
            }
            taken.add(next.get());
            planned.begin(next.get().account(), next.get().share());
        }
        return taken;
    }

    private void send(Taken request) {
        record Target(String url, byte[] token) {}
        var target = database.find(Target.class, "SELECT url, token FROM callback WHERE jid = ?", request.jid());
        Optional<String> token = target.map(Target::token).flatMap(key::decrypted);
        if (token.isEmpty() || request.attempts() > MOST_ATTEMPTS) {
            database.write().useTransaction(handle -> settle(handle, request, null));
            return;
        }
        long at = Micros.of(clock.instant());
        CallbackSender.Outcome outcome = sender.send(target.get().url(), request.body(), token.get());
        shares.answered(request.account(), request.share(), outcome.status() != null);
        boolean success = outcome.reason() == null;
        boolean again = !success && request.attempts() < MOST_ATTEMPTS;
        Object[] attempt = {
            request.jid(), request.state(), request.attempts(), at, success ? 1 : 0, outcome.status(), outcome.reason()
        };
        database.write().useTransaction(handle -> {
            handle.execute(INSERT_ATTEMPT, attempt);
            settle(handle, request, again ? backoff.get(Math.min(request.attempts(), backoff.size()) - 1) : null);
        });
    }

    /**
     * Ends an attempt, unless another instance has taken the request meanwhile. TIMEOUT is not sent again once COMMAND_EXECUTED is to
     * be sent; with the last request the token is forgotten.
     *
     * @param again pause before the next attempt; null if there is none
     */
    private void settle(Handle handle, Taken request, Duration again) {
        // waits for a reply that is being stored
        handle.execute("UPDATE callback SET timeout = timeout WHERE jid = ?", request.jid());
        handle.createUpdate(END_ATTEMPT)
                .bind("jid", request.jid())
                .bind("next", again == null ? null : Micros.of(clock.instant().plus(again)))
                .bind("id", request.id())
                .bind("attempts", request.attempts())
                .execute();
        handle.createUpdate(FORGET_TOKEN).bind("jid", request.jid()).execute();
    }

    /**
     * Deletes callback records after 2 days (specification, 6.2), with their tokens, and jobs after 30. A record stays while its unit
     * may still answer, or a request waits.
     */
    public void purge() {
        long now = Micros.of(clock.instant());
        database.write().useTransaction(handle -> {
            handle.execute(DELETE_OLD, now - Micros.SECOND * KEEP_CALLBACKS.toSeconds(), now);
            handle.execute("DELETE FROM job WHERE issued < ?", now - Micros.SECOND * KEEP_JOBS.toSeconds());
        });
    }

    /** Ends at once; requests under way are recorded if they end within some seconds, else sent again after a restart. */
    @Override
    public void close() throws InterruptedException {
        synchronized (this) { // between two turns
            senders.shutdown();
        }
        if (!senders.awaitTermination(1, TimeUnit.SECONDS)) {
            sender.close();
            senders.awaitTermination(10, TimeUnit.SECONDS);
        }
        sender.close();
    }
}
