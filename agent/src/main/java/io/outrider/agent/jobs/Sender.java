package io.outrider.agent.jobs;

import io.outrider.agent.outlet.Outlet;
import io.outrider.agent.outlet.Receipt;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers answers to the broker until it has them, in the order in which they were added, some of them at a time. They are
 * read from the journal when it is their turn. Any thread.
 */
final class Sender {
    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
    private static final int MOST_IN_FLIGHT = 32;
    private static final long FIRST_PAUSE_SECONDS = 1;
    private static final long LONGEST_PAUSE_SECONDS = 60;

    /** An answer that the broker does not want is offered again so much later, or after a reconnect. */
    private static final long PARKED_SECONDS = 600;

    private static final long LONGEST_UNHEARD_SECONDS = 86_400;
    private static final long KEPT_MILLIS = Duration.ofDays(14).toMillis();

    private final Journal journal;
    private final UnwrittenAnswers unwritten;
    private final Answers answers;
    private final Clock clock;
    private final Outlet outlet;
    private final ScheduledExecutorService timer;
    private final Fault fault;
    private final RepeatedLines lines;
    private final Runnable left;
    private final DeliveredAnswers delivered;

    private final TreeMap<Long, Item> queue = new TreeMap<>(); // by number; all below is guarded by this
    private final Set<String> inQueue = new HashSet<>();
    private final Map<String, Item> inFlight = new LinkedHashMap<>();
    private final Map<String, Item> parked = new LinkedHashMap<>(); // not wanted by the broker for now
    private final Map<String, Integer> unheard = new HashMap<>(); // how often, by job
    private int replies; // of those in the queue and in flight
    private long next;
    private boolean pumping;
    private boolean pauses;
    private long pauseSeconds = FIRST_PAUSE_SECONDS;
    private boolean closed;

    /**
     * @param unwritten whether the answer is not in the journal, but in memory
     * @param reply whether it answers a command that was not run
     */
    private record Item(long number, String jid, boolean unwritten, boolean reply) {}

    /** @param left called when an answer has left, or is put aside for a while */
    Sender(
            Journal journal,
            UnwrittenAnswers unwritten,
            Answers answers,
            Clock clock,
            Outlet outlet,
            ScheduledExecutorService timer,
            Fault fault,
            RepeatedLines lines,
            Runnable left) {
        this.unwritten = unwritten;
        this.lines = lines;
        this.left = left;
        this.journal = journal;
        this.answers = answers;
        this.clock = clock;
        this.outlet = outlet;
        this.timer = timer;
        this.fault = fault;
        delivered = new DeliveredAnswers(journal, timer, fault);
    }

    /** Sends an answer that is in the journal; nothing happens if it is about to be sent. */
    void add(String jid) {
        add(jid, false, false);
    }

    /** Sends an answer that is in the journal to a command that is not run, as it was refused or came before. */
    void reply(String jid) {
        add(jid, false, true);
    }

    /** The same of an answer that could not be written down. */
    void replyUnwritten(String jid) {
        add(jid, true, true);
    }

    private void add(String jid, boolean isUnwritten, boolean isReply) {
        synchronized (this) {
            if (inFlight.containsKey(jid) || parked.containsKey(jid) || !inQueue.add(jid)) {
                return;
            }
            queue.put(next, new Item(next, jid, isUnwritten, isReply));
            replies += isReply ? 1 : 0;
            next++;
        }
        pump();
    }

    /** The outlet works again. */
    void connected() {
        synchronized (this) {
            pauseSeconds = FIRST_PAUSE_SECONDS;
            pauses = false;
            List.copyOf(parked.values()).forEach(this::unpark);
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
            for (Item item = take(); item != null; item = take()) {
                offer(item);
            }
            orderly = true;
        } finally {
            if (!orderly) {
                synchronized (this) {
                    pumping = false;
                }
            }
        }
    }

    private synchronized Item take() {
        if (closed || pauses || queue.isEmpty() || inFlight.size() >= MOST_IN_FLIGHT) {
            pumping = false;
            return null;
        }
        Item item = queue.pollFirstEntry().getValue();
        inQueue.remove(item.jid);
        inFlight.put(item.jid, item);
        return item;
    }

    private void offer(Item item) {
        Answer answer;
        try {
            answer = item.unwritten ? unwritten.get(item.jid) : journal.answer(item.jid);
        } catch (IOException e) {
            unreadable(item, e);
            return;
        }
        if (answer == null) {
            forgotten(item);
            return;
        }
        if (outlet.publish(answer.topic(), answer.payload(), new Told(item, answer))) {
            fault.at(Fault.Point.PUBLISHED);
        } else {
            failed(item);
        }
    }

    /** What the outlet says of an answer. */
    private final class Told implements Receipt {
        private final Item item;
        private final Answer answer;

        Told(Item item, Answer answer) {
            this.item = item;
            this.answer = answer;
        }

        @Override
        public void acknowledged() {
            delivered(item);
        }

        @Override
        public void unheard() {
            Sender.this.unheard(item);
        }

        @Override
        public void failed() {
            Sender.this.failed(item);
        }

        @Override
        public void refused(String why, boolean forGood) {
            Answer shorter =
                    forGood && !item.unwritten ? answers.shorter(item.jid, answer, why, clock.instant()) : null;
            if (shorter == null) {
                park(item);
                pump();
            } else {
                LOG.warn("job {}: its return of {} bytes is {}", item.jid, answer.payload().length, why);
                later(0, () -> replace(item, shorter)); // not on the thread of the link
            }
        }
    }

    private void forgotten(Item item) {
        leave(item);
        if (lines.admits("got no answer, as it could be kept neither on disk nor in memory", item.jid)) {
            LOG.warn("job {}: its rejection could be kept neither on disk nor in memory, and is not sent", item.jid);
        }
    }

    private void unreadable(Item item, IOException e) {
        if (journal.stage(item.jid) == null) {
            leave(item); // it was delivered and forgotten meanwhile
            return;
        }
        LOG.error("job {}: its answer cannot be read from the journal and is lost: {}", item.jid, IoReason.of(e));
        later(0, () -> replace(item, answers.lost(item.jid, clock.instant())));
    }

    /** Writes down another answer in the place of one that cannot leave, and sends it. */
    private void replace(Item item, Answer other) {
        try {
            journal.append(List.of(new Entry.Ended(item.jid, journal.received(item.jid), other)));
        } catch (IOException e) {
            park(item);
            return;
        }
        synchronized (this) {
            if (inFlight.remove(item.jid, item)) {
                queue.put(item.number, item);
                inQueue.add(item.jid);
            }
        }
        pump();
    }

    /** Nobody was there to take it: it is offered again, less and less often, until its job is as good as forgotten. */
    private void unheard(Item item) {
        long age = clock.millis() - journal.received(item.jid);
        if (item.unwritten || age > KEPT_MILLIS || journal.isFull()) {
            delivered(item);
            return;
        }
        int tries;
        synchronized (this) {
            tries = unheard.merge(item.jid, 1, Integer::sum);
        }
        if (tries == 1) {
            LOG.warn("job {}: nobody subscribes to its answer at the broker; it is kept and sent again", item.jid);
        }
        park(item, Math.min(LONGEST_UNHEARD_SECONDS, PARKED_SECONDS << Math.min(tries - 1, 8)));
        pump();
    }

    private void park(Item item) {
        park(item, PARKED_SECONDS);
    }

    private void park(Item item, long seconds) {
        synchronized (this) {
            if (!leave(item)) {
                return;
            }
            parked.put(item.jid, item);
        }
        left.run();
        later(TimeUnit.SECONDS.toMillis(seconds), () -> {
            synchronized (this) {
                unpark(item);
            }
            pump();
        });
    }

    /** Guarded by this. */
    private void unpark(Item item) {
        if (parked.remove(item.jid, item)) {
            queue.put(item.number, item);
            inQueue.add(item.jid);
            replies += item.reply ? 1 : 0;
        }
    }

    private synchronized boolean leave(Item item) {
        boolean isGone = inFlight.remove(item.jid, item);
        replies -= isGone && item.reply ? 1 : 0;
        return isGone;
    }

    private void delivered(Item item) {
        synchronized (this) {
            if (!leave(item)) {
                return;
            }
            unheard.remove(item.jid);
            pauseSeconds = FIRST_PAUSE_SECONDS;
            pauses = false;
        }
        if (!item.unwritten) {
            delivered.add(item.jid);
        }
        pump();
        left.run();
    }

    private void failed(Item item) {
        long seconds;
        synchronized (this) {
            if (!inFlight.remove(item.jid, item)) {
                return;
            }
            queue.put(item.number, item);
            inQueue.add(item.jid);
            if (pauses) {
                return;
            }
            pauses = true;
            seconds = pauseSeconds;
            pauseSeconds = Math.min(LONGEST_PAUSE_SECONDS, 2 * pauseSeconds);
        }
        later(TimeUnit.SECONDS.toMillis(seconds), this::endPause);
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
        return unheard.size();
    }

    /** Number of answers to commands that are not run, without those that the broker does not want now. */
    synchronized int replies() {
        return replies;
    }

    /** How many answers the broker does not have yet. */
    synchronized int unsent() {
        return queue.size() + inFlight.size() + parked.size();
    }

    /** Nothing is handed over any more. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        delivered.note();
    }
}
