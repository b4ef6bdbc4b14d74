package io.outrider.agent.commands;

import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers answers to the broker until it has them, in the order in which they were added, some of them at a time. They are
 * read from the journal when it is their turn. Any thread.
 */
final class ReplyOutbox {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyOutbox.class);
    private static final int MOST_IN_FLIGHT = 32;
    private static final long FIRST_PAUSE_SECONDS = 1;
    private static final long LONGEST_PAUSE_SECONDS = 60;

    /** Of what the broker does not take one is offered again so much later, or after a reconnect. */
    private static final long PROBE_SECONDS = 300;

    /** A long one later: an answer that nobody gets costs no more than this. */
    private static final long PROBE_BYTES_A_SECOND = 64;

    private final Journal journal;
    private final UnwrittenReplies unwritten;
    private final ReplyEncoder answers;
    private final Clock clock;
    private final Publisher outlet;
    private final ScheduledExecutorService timer;
    private final FaultInjector fault;
    private final RepeatedLogLines lines;
    private final Runnable left;
    private final DeliveredReplies delivered;
    private final AbandonedReplies givenUp;

    private final ReplyQueue queue; // all below is guarded by this
    private final Map<String, QueuedReply> inFlight = new LinkedHashMap<>();
    private boolean probes; // at a time to come
    private boolean pumping;
    private boolean pauses;
    private long pauseSeconds = FIRST_PAUSE_SECONDS;
    private boolean closed;

    /** @param left called when an answer has left, or is put aside for a while */
    ReplyOutbox(
            Journal journal,
            UnwrittenReplies unwritten,
            ReplyEncoder answers,
            Clock clock,
            Publisher outlet,
            ScheduledExecutorService timer,
            FaultInjector fault,
            RepeatedLogLines lines,
            AbandonedReplies givenUp,
            Runnable left) {
        this.unwritten = unwritten;
        this.lines = lines;
        this.givenUp = givenUp;
        this.left = left;
        this.journal = journal;
        this.answers = answers;
        this.clock = clock;
        this.outlet = outlet;
        this.timer = timer;
        this.fault = fault;
        delivered = new DeliveredReplies(journal, timer, fault);
        queue = new ReplyQueue(jid -> unwritten.get(jid) != null);
    }

    /** Sends an answer that is in the journal; nothing happens if it is about to be sent. */
    void add(String jid) {
        add(jid, journal.topic(jid), false, false, false);
    }

    /** The same after a restart: nobody knows whether the broker takes it. */
    void resume(String jid) {
        add(jid, journal.topic(jid), false, false, true);
    }

    /** Sends an answer that is in the journal to a command that is not run, as it was refused or came before. */
    void reply(String jid) {
        add(jid, journal.topic(jid), false, true, false);
    }

    /** The same of an answer that could not be written down. */
    void replyUnwritten(String jid) {
        Reply answer = unwritten.get(jid);
        add(jid, answer == null ? Reply.JOB : answer.topic(), true, true, false);
    }

    private void add(String jid, String topic, boolean isUnwritten, boolean isReply, boolean isOld) {
        synchronized (this) {
            if (inFlight.containsKey(jid) || queue.contains(jid)) {
                return;
            }
            queue.add(jid, topic, isUnwritten, isReply, isOld);
        }
        pump();
    }

    /** The outlet works again. */
    void connected() {
        synchronized (this) {
            pauseSeconds = FIRST_PAUSE_SECONDS;
            pauses = false;
            queue.probe();
        }
        pump();
    }

    private void probe() {
        synchronized (this) {
            probes = false;
            queue.probe();
        }
        pump();
    }

    /** One thread at a time hands over, so that the order is kept; it sees what others have added meanwhile. */
    private void pump() {
        synchronized (this) {
            if (pumping) {
                return;
            }
            pumping = true;
        }
        boolean orderly = false;
        try {
            for (QueuedReply item = take(); item != null; item = take()) {
                offer(item);
            }
            orderly = true;
            left.run(); // some may have been put aside
        } finally {
            if (!orderly) {
                synchronized (this) {
                    pumping = false;
                }
            }
        }
    }

    private synchronized QueuedReply take() {
        QueuedReply item = closed || pauses || inFlight.size() >= MOST_IN_FLIGHT ? null : queue.poll();
        if (item == null) {
            pumping = false;
        } else {
            inFlight.put(item.jid(), item);
        }
        return item;
    }

    private void offer(QueuedReply item) {
        Reply answer;
        try {
            answer = item.unwritten() ? unwritten.get(item.jid()) : journal.answer(item.jid());
        } catch (IOException e) {
            unreadable(item, e);
            return;
        }
        if (answer == null) {
            forgotten(item);
            return;
        }
        if (outlet.publish(answer.topic(), answer.payload(), new Told(item, answer))) {
            fault.at(FaultInjector.Point.PUBLISHED);
        } else {
            failed(item);
        }
    }

    /** What the outlet says of an answer. */
    private final class Told implements PublishCallback {
        private final QueuedReply item;
        private final Reply answer;

        Told(QueuedReply item, Reply answer) {
            this.item = item;
            this.answer = answer;
        }

        @Override
        public void acknowledged() {
            delivered(item);
        }

        @Override
        public void unheard() {
            ReplyOutbox.this.unheard(item, answer);
        }

        @Override
        public void failed() {
            ReplyOutbox.this.failed(item);
        }

        @Override
        public void refused(String why, boolean forGood) {
            Reply shorter =
                    forGood && !item.unwritten() ? answers.shorter(item.jid(), answer, why, clock.instant()) : null;
            if (shorter == null) {
                defer(item, forGood ? DeferredReplies.ITSELF : answer.topic(), false, answer.payload().length);
            } else {
                if (lines.admits("had a return that the broker does not take", item.jid())) {
                    LOG.warn("job {}: its return of {} bytes is {}", item.jid(), answer.payload().length, why);
                }
                later(0, () -> replace(item, shorter)); // not on the thread of the link
            }
        }
    }

    private void forgotten(QueuedReply item) {
        leave(item);
        left.run();
        if (lines.admits("got no answer, as it could be kept neither on disk nor in memory", item.jid())) {
            LOG.warn("job {}: its rejection could be kept neither on disk nor in memory, and is not sent", item.jid());
        }
    }

    private void unreadable(QueuedReply item, IOException e) {
        if (journal.stage(item.jid()) == null) {
            leave(item); // it was delivered and forgotten meanwhile
            left.run();
            return;
        }
        LOG.error("job {}: its answer cannot be read from the journal and is lost: {}", item.jid(), IoReason.of(e));
        later(0, () -> replace(item, answers.lost(item.jid(), clock.instant())));
    }

    /** Writes down another answer in the place of one that cannot leave, and sends it. */
    private void replace(QueuedReply item, Reply other) {
        try {
            journal.append(List.of(new JournalEntry.Ended(item.jid(), journal.received(item.jid()), other)));
        } catch (IOException e) {
            defer(item, DeferredReplies.ITSELF, false, 0);
            return;
        }
        synchronized (this) {
            putBack(item);
        }
        pump();
    }

    /** Nobody was there to take it: it is offered again when an answer of that topic is heard, or as a probe. */
    private void unheard(QueuedReply item, Reply answer) {
        if (item.unwritten()) {
            leave(item);
            pump();
            left.run();
            return;
        }
        if (defer(item, answer.topic(), true, answer.payload().length)
                && lines.admits("had an answer that nobody subscribes to", item.jid())) {
            LOG.warn(
                    "job {}: nobody subscribes to its answer at the broker (topic {}); it and those after it are kept, and"
                            + " sent as soon as somebody does",
                    item.jid(),
                    answer.topic());
        }
    }

    /** @return whether it is the first of its topic that nobody subscribes to */
    private boolean defer(QueuedReply item, String topic, boolean isUnheard, int bytes) {
        boolean isFirst;
        synchronized (this) {
            if (!leave(item)) {
                return false;
            }
            isFirst = queue.defer(item, topic, isUnheard);
            if (!probes) {
                probes = true;
                long seconds = Math.max(PROBE_SECONDS, bytes / PROBE_BYTES_A_SECOND);
                later(TimeUnit.SECONDS.toMillis(seconds), this::probe);
            }
        }
        left.run();
        pump();
        return isFirst;
    }

    /**
     * Gives up answers that the broker does not take, as {@link AbandonedReplies} has it.
     *
     * @return whether there were any
     */
    boolean giveUp() {
        boolean isFull = journal.isFull();
        List<QueuedReply> all;
        synchronized (this) {
            all = givenUp.take(queue, isFull);
        }
        if (all.isEmpty()) {
            return false;
        }
        givenUp.tell(all, isFull);
        all.forEach(each -> delivered.add(each.jid()));
        delivered.note();
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
            pauseSeconds = FIRST_PAUSE_SECONDS;
            pauses = false;
        }
        if (!item.unwritten()) {
            delivered.add(item.jid());
        }
        pump();
        left.run();
    }

    private void failed(QueuedReply item) {
        long seconds;
        synchronized (this) {
            if (!putBack(item) || pauses) {
                return;
            }
            pauses = true;
            seconds = pauseSeconds;
            pauseSeconds = Math.min(LONGEST_PAUSE_SECONDS, 2 * pauseSeconds);
        }
        later(TimeUnit.SECONDS.toMillis(seconds), this::endPause);
    }

    /** Into the queue; guarded by this. */
    private boolean putBack(QueuedReply item) {
        if (!leave(item)) {
            return false;
        }
        queue.putBack(item);
        return true;
    }

    private void endPause() {
        synchronized (this) {
            pauses = false;
        }
        pump();
    }

    private void later(long millis, Runnable what) {
        try {
            timer.schedule(what, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("not done any more, as the agent stops");
        }
    }

    /** Number of answers that nobody has subscribed to. */
    synchronized int unheard() {
        return queue.unheard();
    }

    /** Number of answers to commands that are not run, without those that the broker does not want now. */
    synchronized int replies() {
        return queue.replies()
                + (int) inFlight.values().stream().filter(QueuedReply::reply).count();
    }

    /** How many answers the broker does not have yet. */
    synchronized int unsent() {
        return queue.size() + inFlight.size();
    }

    /** Nothing is handed over any more. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        delivered.note();
    }
}
