package io.outrider.agent.commands;

import io.outrider.agent.commands.ReplyQueue.QueuedReply;
import io.outrider.agent.commands.ReplyQueue.ReplyKind;
import io.outrider.agent.runtime.Backoff;
import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Outbox of replies: sends each until the broker acknowledges it, in order, up to 32 in flight. Payloads are read from
 * the journal when they are sent. Thread-safe.
 */
final class ReplyOutbox {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyOutbox.class);
    private static final int MOST_IN_FLIGHT = 32;
    private static final long FIRST_PAUSE_SECONDS = 1;
    private static final long LONGEST_PAUSE_SECONDS = 60;

    /** Delay before a reply that the broker does not accept is sent as a probe; a reconnect probes at once. */
    private static final long PROBE_SECONDS = 300;

    private static final long PROBE_BYTES_A_SECOND = 64;

    /** Age at which a reply that the broker does not accept is given up. */
    private static final Duration LONGEST_DEFERRAL = Duration.ofDays(14);

    private final Journal journal;
    private final ReplyStore store;
    private final ReplyEncoder encoder;
    private final Publisher publisher;
    private final ScheduledExecutorService timer;
    private final FaultInjector fault;
    private final RepeatedLogLines lines;
    private final Runnable whenLeft;
    private final ArrivalTimes arrivalTimes;

    private final ReplyQueue queue; // all below is guarded by this
    private final Map<String, QueuedReply> inFlight = new LinkedHashMap<>();
    private boolean probeScheduled;
    private boolean pumping;
    private boolean isPaused;
    private int failures; // in a row
    private long abandoned;
    private boolean closed;

    /** @param whenLeft called when a reply was acknowledged or deferred */
    ReplyOutbox(
            Journal journal,
            ReplyEncoder encoder,
            Publisher publisher,
            ScheduledExecutorService timer,
            FaultInjector fault,
            RepeatedLogLines lines,
            ArrivalTimes arrivalTimes,
            Runnable whenLeft) {
        this.lines = lines;
        this.arrivalTimes = arrivalTimes;
        this.whenLeft = whenLeft;
        this.journal = journal;
        this.encoder = encoder;
        this.publisher = publisher;
        this.timer = timer;
        this.fault = fault;
        store = new ReplyStore(journal, timer, fault);
        queue = new ReplyQueue(jid -> store.unwritten(jid) != null);
    }

    /** Sends a reply from the journal, unless it is already queued. */
    void add(String jid) {
        add(jid, journal.topic(jid), ReplyKind.RESULT);
    }

    void resume(String jid) {
        add(jid, journal.topic(jid), ReplyKind.RESUMED);
    }

    void sendDirect(String jid) {
        add(jid, journal.topic(jid), ReplyKind.DIRECT);
    }

    /** Keeps a reply in memory only, and sends it. */
    void sendUnwritten(String jid, Reply reply) {
        store.addUnwritten(jid, reply);
        sendUnwritten(jid);
    }

    Reply unwritten(String jid) {
        return store.unwritten(jid);
    }

    void sendUnwritten(String jid) {
        Reply reply = store.unwritten(jid);
        add(jid, reply == null ? Reply.JOB : reply.topic(), ReplyKind.UNWRITTEN);
    }

    private void add(String jid, String topic, ReplyKind kind) {
        synchronized (this) {
            if (inFlight.containsKey(jid) || queue.contains(jid)) {
                return;
            }
            queue.add(jid, topic, kind);
        }
        pump();
    }

    void connected() {
        pumpAfter(() -> {
            failures = 0;
            isPaused = false;
            queue.probe();
        });
    }

    private void pumpAfter(Runnable change) {
        synchronized (this) {
            change.run();
        }
        pump();
    }

    /** One thread at a time publishes, which keeps the order; it also sends what other threads add meanwhile. */
    private void pump() {
        synchronized (this) {
            if (pumping) {
                return;
            }
            pumping = true;
        }
        boolean orderly = false;
        try {
            for (QueuedReply item = pollNext(); item != null; item = pollNext()) {
                offer(item);
            }
            orderly = true;
            whenLeft.run(); // some may have been deferred
        } finally {
            if (!orderly) {
                synchronized (this) {
                    pumping = false;
                }
            }
        }
    }

    private synchronized QueuedReply pollNext() {
        QueuedReply item = closed || isPaused || inFlight.size() >= MOST_IN_FLIGHT ? null : queue.poll();
        if (item == null) {
            pumping = false;
        } else {
            inFlight.put(item.jid(), item);
        }
        return item;
    }

    private void offer(QueuedReply item) {
        Reply reply;
        try {
            reply = item.unwritten() ? store.unwritten(item.jid()) : journal.reply(item.jid());
        } catch (IOException e) {
            unreadable(item, e);
            return;
        }
        if (reply == null) {
            discarded(item);
            return;
        }
        if (publisher.publish(reply.topic(), reply.payload(), callback(item, reply))) {
            fault.at(FaultInjector.Point.PUBLISHED);
        } else {
            failed(item);
        }
    }

    private PublishCallback callback(QueuedReply item, Reply reply) {
        return new PublishCallback() {
            @Override
            public void acknowledged() {
                delivered(item);
            }

            @Override
            public void unheard() {
                ReplyOutbox.this.unheard(item, reply);
            }

            @Override
            public void failed() {
                ReplyOutbox.this.failed(item);
            }

            @Override
            public void refused(String why, boolean forGood) {
                Reply shorter = forGood && !item.unwritten() ? encoder.shorter(item.jid(), reply, why) : null;
                if (shorter == null) {
                    defer(item, forGood ? ReplyQueue.ITSELF : reply.topic(), false, reply.payload().length);
                } else {
                    if (lines.admits("had a return that the broker refuses", item.jid())) {
                        LOG.warn("job {}: return of {} bytes is {}", item.jid(), reply.payload().length, why);
                    }
                    schedule(0, () -> replace(item, shorter)); // not on the link thread
                }
            }
        };
    }

    private void discarded(QueuedReply item) {
        leave(item);
        whenLeft.run();
        if (lines.admits("got no reply: disk not writable and memory full", item.jid())) {
            LOG.warn("job {}: rejection dropped: disk not writable and memory full", item.jid());
        }
    }

    private void unreadable(QueuedReply item, IOException e) {
        if (journal.stage(item.jid()) == null) {
            leave(item); // delivered and forgotten concurrently
            whenLeft.run();
            return;
        }
        LOG.error("job {}: reply cannot be read from the journal and is lost: {}", item.jid(), IoReason.of(e));
        schedule(0, () -> replace(item, encoder.lost(item.jid())));
    }

    private void replace(QueuedReply item, Reply other) {
        try {
            journal.append(List.of(new JournalEntry.Ended(item.jid(), journal.received(item.jid()), other)));
        } catch (IOException e) {
            defer(item, ReplyQueue.ITSELF, false, 0);
            return;
        }
        requeue(item);
        pump();
    }

    /** No subscriber: it is sent again as a probe, or when another reply of the topic is accepted. */
    private void unheard(QueuedReply item, Reply reply) {
        if (item.unwritten()) {
            leave(item);
            pump();
            whenLeft.run();
            return;
        }
        if (defer(item, reply.topic(), true, reply.payload().length)
                && lines.admits("had a reply without subscriber", item.jid())) {
            LOG.warn(
                    "job {}: reply has no subscriber at the broker (topic {}); it and later ones"
                            + " are kept until there is one",
                    item.jid(),
                    reply.topic());
        }
    }

    /** @return true for the first reply of its topic without subscriber */
    private boolean defer(QueuedReply item, String topic, boolean isUnheard, int bytes) {
        boolean isFirst;
        synchronized (this) {
            if (!leave(item)) {
                return false;
            }
            isFirst = queue.defer(item, topic, isUnheard);
            if (!probeScheduled) {
                probeScheduled = true;
                long seconds = Math.max(PROBE_SECONDS, bytes / PROBE_BYTES_A_SECOND);
                schedule(
                        TimeUnit.SECONDS.toMillis(seconds),
                        () -> pumpAfter(() -> {
                            probeScheduled = false;
                            queue.probe();
                        }));
            }
        }
        whenLeft.run();
        pump();
        return isFirst;
    }

    /** Gives up deferred replies after 14 days, or earlier when the journal is full; true if there were any. */
    boolean abandon() {
        boolean isFull = journal.isFull();
        List<QueuedReply> all;
        synchronized (this) {
            all = queue.abandon(each -> arrivalTimes.isBefore(journal.received(each.jid()), LONGEST_DEFERRAL), isFull);
            abandoned += all.size();
        }
        if (all.isEmpty()) {
            return false;
        }
        LOG.warn(
                "gave up {} replies, such as that of job {}: refused by the broker or without" + " subscriber{}",
                all.size(),
                all.get(0).jid(),
                isFull ? ", and the journal is full" : " for 14 days");
        all.forEach(each -> store.markDelivered(each.jid()));
        store.flush();
        return true;
    }

    private synchronized boolean leave(QueuedReply item) {
        return inFlight.remove(item.jid(), item);
    }

    private void delivered(QueuedReply item) {
        synchronized (this) {
            if (!leave(item)) {
                return;
            }
            queue.open(item.topic());
            failures = 0;
            isPaused = false;
        }
        if (!item.unwritten()) {
            store.markDelivered(item.jid());
        }
        pump();
        whenLeft.run();
    }

    private void failed(QueuedReply item) {
        long seconds;
        synchronized (this) {
            if (!requeue(item) || isPaused) {
                return;
            }
            isPaused = true;
            seconds = Backoff.ceiling(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, failures++);
        }
        schedule(TimeUnit.SECONDS.toMillis(seconds), () -> pumpAfter(() -> isPaused = false));
    }

    private synchronized boolean requeue(QueuedReply item) {
        if (!leave(item)) {
            return false;
        }
        queue.requeue(item);
        return true;
    }

    private void schedule(long millis, Runnable task) {
        timer.schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    synchronized long abandoned() {
        return abandoned;
    }

    synchronized int unheard() {
        return queue.unheard();
    }

    /** Number of replies to commands that are not run, without the deferred ones. */
    synchronized int replies() {
        return queue.replies()
                + (int) inFlight.values().stream().filter(QueuedReply::direct).count();
    }

    synchronized int unsent() {
        return queue.size() + inFlight.size();
    }

    void close() {
        synchronized (this) {
            closed = true;
        }
        store.flush();
    }
}
