package io.outrider.agent.upload;

import io.outrider.agent.buffer.Backlog;
import io.outrider.agent.time.Timeline;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings what waits in the buffer to the sink. One thread, which sleeps while there is nothing to do. */
public final class Uploader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Uploader.class);
    private static final long FOREVER = Long.MAX_VALUE;
    private static final long UNAUTHORISED_NANOS = Duration.ofHours(1).toNanos();
    private static final long REFUSES_ALL_NANOS = Duration.ofMinutes(30).toNanos();
    private static final long BUDGET_NANOS = Duration.ofMinutes(10).toNanos();
    /** How long an event waits for what else belongs to it. */
    private static final long URGENT_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long CLOSE_MILLIS = 2_000;

    private record Answered(Flight flight, String sink, Verdict verdict, long bytes) {}

    private final Backlog backlog;
    private final Timeline timeline;
    private final Budget budget;
    private final Ticker ticker;
    private final Tally tally = new Tally();
    private final Desk desk;
    private final Pause pause;
    private final Standing standing = new Standing();
    private final Thread thread = new Thread(this::run, "upload");
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Answered> answers = new ArrayDeque<>();
    private int batch;
    private long ageNanos;
    private Sink sink;
    private int underWay;
    private int waiting;
    private long firstAt;
    private boolean urgent;
    private boolean reconnected;
    /** Takes as long as there is something, however little. */
    private boolean draining = true;
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
            Timeline timeline,
            Budget budget,
            Path folder,
            Ticker ticker,
            RandomGenerator random,
            UploadSettings settings) {
        this.backlog = backlog;
        this.timeline = timeline;
        this.budget = budget;
        this.ticker = ticker;
        this.batch = settings.batch();
        this.ageNanos = Duration.ofSeconds(settings.age()).toNanos();
        this.desk = new Desk(backlog, tally, new Aside(folder.resolve("poison.jsonl")), batch);
        this.pause = new Pause(random);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * From now on records go there, whatever was wrong before; the former sink is closed, and what it does not answer
     * well is sent again.
     *
     * @param to null if they are to wait
     */
    public void use(Sink to) {
        Sink former;
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

    /** Batches are as large and wait as long as these have it, from now on; what is under way or held goes as it is. */
    public void configure(UploadSettings settings) {
        locked(() -> {
            batch = settings.batch();
            ageNanos = Duration.ofSeconds(settings.age()).toNanos();
            draining = true;
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
            if (waiting == 0) {
                firstAt = ticker.nanos();
            }
            boolean tell = waiting == 0 || waiting < batch && waiting + records >= batch || important && !urgent;
            waiting = (int) Math.min(Integer.MAX_VALUE, (long) waiting + records);
            urgent |= important;
            if (tell) {
                changed.signalAll();
            }
        });
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
            while (draining || underWay > 0 || held || !answers.isEmpty()) {
                long left = deadline - ticker.nanos();
                if (left <= 0 || closed || sink == null || !sink.ready()) {
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
        draining = true;
        changed.signalAll();
    }

    private void run() {
        while (true) {
            Answered answered;
            lock.lock();
            try {
                long wait = 0;
                while ((answered = answers.poll()) == null && !closed && (wait = delay()) > 0) {
                    if (wait == FOREVER) {
                        changed.awaitUninterruptibly();
                    } else {
                        changed.awaitNanos(wait);
                    }
                }
                if (answered == null && closed) {
                    break;
                }
            } catch (InterruptedException e) {
                continue; // nobody interrupts it; close() tells it otherwise
            } finally {
                lock.unlock();
            }
            step(answered);
        }
        desk.giveBack();
    }

    private void step(Answered answered) {
        try {
            if (answered != null) {
                take(answered);
            } else {
                send();
            }
        } catch (RuntimeException e) {
            LOG.error("the upload stumbled and goes on in a while; please report it", e);
            stop("stumbled: " + e, Pause.LONGEST.toNanos(), false);
        }
    }

    /** Nanoseconds until there is something to do, if nothing happens before. */
    private long delay() {
        if (sink == null || underWay >= sink.window() || blocked && underWay > 0 || !sink.ready()) {
            return FOREVER;
        }
        long now = ticker.nanos();
        long pausedFor = standing.pausedFor(now);
        if (pausedFor > 0) {
            return pausedFor;
        }
        if (!draining && waiting == 0) {
            return FOREVER;
        }
        if (!urgent && budget.usedUp()) {
            draining = false;
            changed.signalAll();
            return BUDGET_NANOS;
        }
        boolean isDue = draining || waiting >= batch;
        long patience = urgent ? Math.min(ageNanos, URGENT_NANOS) : ageNanos;
        return isDue ? 0 : Math.max(0, firstAt + patience - now);
    }

    private void send() {
        Sink to;
        int before;
        int most;
        lock.lock();
        try {
            to = sink;
            before = underWay;
            most = batch;
            if (to == null) {
                return;
            }
            draining = true;
            waiting = 0;
            if (reconnected) {
                reconnected = false;
                desk.reconnected();
            }
        } finally {
            lock.unlock();
        }
        desk.limit(most);
        Flight flight = desk.next(before, budget.usedUp());
        lock.lock();
        try {
            held = desk.holds();
            if (flight == null) {
                blocked = underWay > 0 || !answers.isEmpty();
                draining = blocked;
                urgent = blocked && urgent;
                changed.signalAll();
                return;
            }
            underWay++;
        } finally {
            lock.unlock();
        }
        String name = to.name();
        AtomicBoolean once = new AtomicBoolean();
        Sink.Answer answer = (verdict, bytes) -> {
            if (once.compareAndSet(false, true)) {
                answered(new Answered(flight, name, verdict, bytes));
            }
        };
        try {
            to.send(flight.settled(timeline), answer);
        } catch (RuntimeException e) {
            LOG.error("the way to {} failed; please report it", name, e);
            answer.is(new Verdict.Later("failed: " + e, Pause.LONGEST), 0);
        }
    }

    private void answered(Answered answered) {
        locked(() -> {
            answers.add(answered);
            changed.signalAll();
        });
    }

    private void take(Answered answered) {
        Flight flight = answered.flight();
        tally.bytes.add(answered.bytes());
        budget.add(answered.sink(), answered.bytes());
        Verdict verdict = answered.verdict();
        boolean accepted = verdict instanceof Verdict.Accepted;
        try {
            if (accepted) {
                desk.accepted(flight);
                pause.reset();
                standing.accepted(timeline.now().instant());
            } else if (verdict instanceof Verdict.Later later) {
                desk.later(flight, later.why());
                long delay = later.delay() == null ? 0 : later.delay().toNanos();
                stop(later.why(), Math.max(delay, pause.next()), false);
            } else if (verdict instanceof Verdict.TooLarge large) {
                desk.tooLarge(flight);
                standing.trouble(large.why());
            } else if (verdict instanceof Verdict.Refused refused) {
                standing.trouble(refused.why());
                if (desk.refused(flight)) {
                    LOG.error(
                            "every record is refused ({}); they are kept, and tried again in half an hour",
                            refused.why());
                    stop("every record is refused: " + refused.why(), REFUSES_ALL_NANOS, true);
                }
            } else if (verdict instanceof Verdict.Unauthorised unauthorised) {
                desk.returned(flight);
                desk.giveBack();
                LOG.error("the upload is not authorised ({}); it is tried again every hour", unauthorised.why());
                stop("not authorised: " + unauthorised.why(), UNAUTHORISED_NANOS, true);
            }
        } finally {
            locked(() -> {
                underWay--;
                blocked = false;
                held = desk.holds();
                draining = true;
                changed.signalAll();
            });
        }
    }

    private void stop(String why, long nanos, boolean lasts) {
        standing.pause(why, ticker.nanos() + nanos, lasts);
    }

    Tally tally() {
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

    /** Does not flush. What has no answer yet stays in the buffer, and the sink is closed. */
    @Override
    public void close() {
        locked(() -> {
            closed = true;
            changed.signalAll();
        });
        Sink last = sink; // who uses another one now closes this one
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
