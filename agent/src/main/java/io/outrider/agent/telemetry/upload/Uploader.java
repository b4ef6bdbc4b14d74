package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings what waits in the buffer to the sink. One thread, which sleeps while there is nothing to do. */
public final class Uploader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Uploader.class);
    /** In a longer pause no batch is held: the buffer has to be free to give up what matters least. */
    private static final long REST_NANOS = Duration.ofSeconds(10).toNanos();

    private static final long CLOSE_MILLIS = 2_000;

    private final Backlog backlog;
    private final TimeSource timeline;
    private final UploadBudget budget;
    private final Ticker ticker;
    private final UploadCounters tally = new UploadCounters();
    private final BatchScheduler desk;
    private final ResultHandler verdicts;
    private final SinkStatus standing = new SinkStatus();
    private final Thread thread = new Thread(this::run, "upload");
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<CompletedAttempt> answers = new ArrayDeque<>();
    private final FlushPolicy due;
    private Heartbeat loop;
    private BatchSink sink;
    private int underWay;
    private boolean reconnected;
    /** Nothing can be taken before an answer has come. */
    private boolean blocked;

    private boolean held;
    private boolean closed;

    /**
     * @param budget what was sent; closed by whoever made it
     * @param folder where records that nobody takes are set aside, in {@code poison.jsonl}
     */
    public Uploader(
            Backlog backlog,
            TimeSource timeline,
            UploadBudget budget,
            Path folder,
            Ticker ticker,
            RandomGenerator random,
            UploadSettings settings) {
        this.backlog = backlog;
        this.timeline = timeline;
        this.budget = budget;
        this.ticker = ticker;
        this.loop = new Heartbeats(ticker).register("upload", Duration.ofDays(1)); // nobody looks at it
        this.due = new FlushPolicy(settings);
        this.desk = new BatchScheduler(backlog, tally, new DeadLetterFile(folder.resolve("poison.jsonl")), due.batch());
        this.verdicts =
                new ResultHandler(desk, budget, tally, standing, timeline, ticker, new RetryBackoff(random), settings);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * From now on records go there, whatever was wrong before; the former sink is closed, and what it does not answer
     * well is sent again.
     *
     * @param to null if they are to wait
     */
    public void use(BatchSink to) {
        BatchSink former;
        lock.lock();
        try {
            former = sink;
            sink = to;
            standing.forget();
            again();
        } finally {
            lock.unlock();
        }
        if (former != null) {
            former.close();
        }
    }

    /** From now on this loop turns with the thread; the server of an https sink may keep it for minutes. */
    public void beat(Heartbeat by) {
        locked(() -> {
            loop = by;
            changed.signalAll(); // so that it says itself that it waits
        });
    }

    /** Batches are as large and wait as long as these have it, from now on; what is under way or held goes as it is. */
    public void configure(UploadSettings settings) {
        locked(() -> {
            due.configure(settings);
            verdicts.configure(settings);
            changed.signalAll();
        });
    }

    /** A person has acted: what was to be tried later is tried now. */
    public void tryAgain() {
        locked(() -> {
            if (standing.paused()) {
                again();
            }
        });
    }

    /**
     * There are more records that wait. Any thread; quick.
     *
     * @param important whether one of them is of the highest priority
     */
    public void added(int records, boolean important) {
        locked(() -> {
            if (due.added(records, important, ticker.nanos())) {
                changed.signalAll();
            }
        });
    }

    /** More time has passed than its thread has waited for. Any thread; quick. */
    public void look() {
        locked(changed::signalAll);
    }

    /** The sink can be used again: the link has come back. Any thread; quick. */
    public void connected() {
        locked(() -> {
            reconnected = true;
            if (standing.lasting() == null) {
                again();
            }
        });
    }

    /** What waits goes now, however little it is, unless the receiver is left alone for a while. Any thread; quick. */
    public void hurry() {
        locked(() -> {
            due.drain();
            changed.signalAll();
        });
    }

    /**
     * Sends what waits, and waits for the answers, at most this long.
     *
     * @return whether nothing waits any more
     */
    public boolean flush(Duration most) throws InterruptedException {
        long deadline = ticker.nanos() + most.toNanos();
        lock.lockInterruptibly();
        try {
            again();
            while (due.draining() || underWay > 0 || held || !answers.isEmpty()) {
                long left = deadline - ticker.nanos();
                boolean hopeless = underWay == 0 && standing.paused() && standing.lasting() != null;
                if (left <= 0 || closed || hopeless || sink == null || !sink.ready()) {
                    return false;
                }
                changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
        return backlog.pending().records() == 0;
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    private void again() {
        standing.goOn();
        due.drain();
        changed.signalAll();
    }

    private void run() {
        boolean going = true;
        while (going) {
            try {
                going = turn();
            } catch (RuntimeException | Error e) { // the thread must outlive whatever it is
                standing.pause(BatchAttempt.FAULT, ticker.nanos() + RetryBackoff.LONGEST.toNanos(), false);
                LOG.error("the upload stumbled and goes on in a while; please report it", e);
            }
        }
        desk.giveBack();
    }

    /** @return whether there may be more to do */
    private boolean turn() {
        CompletedAttempt answered;
        lock.lock();
        try {
            long wait;
            while ((answered = answers.poll()) == null && !closed && (wait = delay()) > 0) {
                boolean rests = sink == null || !sink.ready() || standing.paused() || due.overBudget();
                if (rests && wait >= REST_NANOS && underWay == 0 && desk.isBusy()) {
                    desk.rest();
                    held = false;
                    changed.signalAll();
                }
                loop.idle();
                if (wait == FlushPolicy.FOREVER) {
                    changed.awaitUninterruptibly();
                } else {
                    changed.awaitNanos(wait);
                }
            }
            if (answered == null && closed) {
                return false;
            }
            loop.busy();
        } catch (InterruptedException e) {
            return true; // nobody interrupts it; close() tells it otherwise
        } finally {
            lock.unlock();
        }
        if (answered != null) {
            take(answered);
        } else {
            send();
        }
        return true;
    }

    /** Nanoseconds until there is something to do, if nothing happens before. */
    private long delay() {
        long now = ticker.nanos();
        if (sink == null) {
            return FlushPolicy.FOREVER;
        }
        long pausedFor = standing.pausedFor(now); // first, for it is what keeps a fault further down from being hot
        if (pausedFor > 0) {
            return pausedFor;
        }
        if (underWay >= sink.window() || blocked && underWay > 0) {
            return FlushPolicy.FOREVER;
        }
        if (!sink.ready()) {
            if (due.something()) {
                standing.owes(now);
            }
            return FlushPolicy.FOREVER;
        }
        long delay = due.delay(now, budget::usedUp);
        if (delay > 0 && due.overBudget()) {
            standing.owesNothing();
            changed.signalAll();
        }
        return delay;
    }

    private void send() {
        BatchSink to;
        int before;
        int most;
        lock.lock();
        try {
            to = sink;
            before = underWay;
            most = due.batch();
            if (to == null) {
                return;
            }
            due.begun();
            if (reconnected) {
                reconnected = false;
                desk.reconnected();
            }
        } finally {
            lock.unlock();
        }
        desk.limit(most);
        boolean highOnly = budget.usedUp();
        BatchAttempt flight = desk.next(before, highOnly);
        lock.lock();
        try {
            held = desk.holds();
            if (flight == null) {
                blocked = underWay > 0 || !answers.isEmpty();
                if (!blocked) {
                    due.nothingFound(highOnly);
                    standing.owesNothing();
                }
                changed.signalAll();
                return;
            }
            underWay++;
            standing.owes(ticker.nanos());
        } finally {
            lock.unlock();
        }
        flight.send(to, timeline, this::answered);
    }

    private void answered(CompletedAttempt answered) {
        locked(() -> {
            answers.add(answered);
            changed.signalAll();
        });
    }

    private void take(CompletedAttempt answered) {
        try {
            verdicts.take(answered);
        } finally {
            locked(() -> {
                underWay--;
                blocked = false;
                held = desk.holds();
                due.drain();
                if (underWay > 0) {
                    standing.owes(ticker.nanos());
                }
                changed.signalAll();
            });
        }
    }

    UploadCounters tally() {
        return tally;
    }

    /** For {@code cloud.status}; reads no disk. */
    Map<String, Object> state() {
        lock.lock();
        try {
            Map<String, Object> state = new LinkedHashMap<>();
            state.put("sink", sink == null ? "none" : sink.name());
            state.put("connected", sink != null && sink.ready() && !standing.paused());
            standing.tell(state);
            state.put("under_way", underWay);
            return state;
        } finally {
            lock.unlock();
        }
    }

    /** Why nothing goes until a person acts; null if it is not so. */
    String lasting() {
        return standing.lasting();
    }

    /** Problem although records count as delivered; null if there is none. */
    String unheard() {
        return standing.unheard();
    }

    /** What is wrong if nothing has been delivered for long that had to be; null if it is not so. */
    String overdue() {
        lock.lock();
        try {
            return sink == null ? null : standing.overdue(ticker.nanos(), sink.ready());
        } finally {
            lock.unlock();
        }
    }

    /** Does not flush. What has no answer yet stays in the buffer, and the sink is closed. */
    @Override
    public void close() {
        locked(() -> {
            closed = true;
            loop.close();
            changed.signalAll();
        });
        BatchSink last = sink; // who uses another one now closes this one
        if (last != null) {
            last.close();
        }
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
