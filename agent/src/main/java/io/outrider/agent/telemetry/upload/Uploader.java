package io.outrider.agent.telemetry.upload;

import static io.outrider.agent.runtime.Locks.locked;

import io.outrider.agent.runtime.Backoff;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.agent.telemetry.upload.BatchAttempt.CompletedAttempt;
import io.outrider.api.FaultText;
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

/** Upload thread: sends batches from the buffer to the sink and sleeps while none is due. Any thread. */
public final class Uploader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Uploader.class);
    private static final long REST_NANOS = Duration.ofSeconds(10).toNanos(); // before batches return to the buffer
    static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final long CLOSE_MILLIS = 2_000;

    private final Backlog backlog;
    private final TimeSource time;
    private final UploadBudget budget;
    private final Ticker ticker;
    final UploadCounters counters = new UploadCounters();
    private final BatchScheduler scheduler;
    private final ResultHandler resultHandler;
    final SinkStatus status = new SinkStatus();
    private final Thread thread = new Thread(this::run, "upload");
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<CompletedAttempt> completed = new ArrayDeque<>();
    private final FlushPolicy policy;
    private final Heartbeat heartbeat;
    private final BacklogInhibition awake;
    private BatchSink sink;
    private int inFlight;
    private boolean reconnected;
    private boolean blocked; // no batch is available until a result arrives
    private boolean retryPending;
    private volatile boolean requiresReceiver;
    private boolean closed;

    /** @param folder of {@code poison.jsonl}, the dead letter file */
    public Uploader(
            Backlog backlog,
            TimeSource time,
            UploadBudget budget,
            Path folder,
            Ticker ticker,
            RandomGenerator random,
            Heartbeat heartbeat,
            BacklogInhibition awake,
            UploadSettings settings) {
        this.backlog = backlog;
        this.time = time;
        this.budget = budget;
        this.ticker = ticker;
        this.heartbeat = heartbeat;
        this.awake = awake;
        this.policy = new FlushPolicy(settings);
        this.requiresReceiver = settings.requireReceiver();
        scheduler = new BatchScheduler(
                backlog, counters, new DeadLetterFile(folder.resolve("poison.jsonl")), policy.batch());
        this.resultHandler = new ResultHandler(
                scheduler,
                budget,
                counters,
                status,
                time,
                ticker,
                new Backoff(FIRST_PAUSE, LONGEST_PAUSE, random),
                () -> requiresReceiver);
        thread.setDaemon(true);
        thread.start();
    }

    /** Replaces and closes the sink and clears its errors; null keeps records in the buffer. */
    public void use(BatchSink to) {
        BatchSink former = locked(lock, () -> {
            BatchSink replaced = sink;
            sink = to;
            status.reset();
            resume();
            return replaced;
        });
        if (former != null) {
            former.close();
        }
    }

    /** Applies to new batches; those in flight or awaiting a retry stay as they are. Ends a pause. */
    public void configure(UploadSettings settings) {
        locked(lock, () -> {
            policy.configure(settings);
            requiresReceiver = settings.requireReceiver();
            if (status.paused()) {
                resume();
            }
            changed.signalAll();
        });
    }

    /** Reports records added to the buffer, and whether one is of the highest priority. Does not block. */
    public void added(int records, boolean important) {
        locked(lock, () -> {
            if (policy.added(records, important, ticker.nanos())) {
                changed.signalAll();
            }
        });
    }

    /** Re-evaluates timeouts, after a suspend of the machine for instance. Does not block. */
    public void wake() {
        locked(lock, changed::signalAll);
    }

    /** Reports that the link is up again. Does not block. */
    public void connected() {
        locked(lock, () -> {
            reconnected = true;
            if (status.permanentError() == null) {
                resume();
            }
        });
    }

    /** Sends all pending records without waiting for a full batch; a pause stays in force. */
    public void sendNow() {
        locked(lock, () -> {
            policy.drain();
            changed.signalAll();
        });
    }

    /** Sends all pending records and waits for the results; returns true if the buffer is empty. */
    public boolean flush(Duration timeout) throws InterruptedException {
        long deadline = ticker.nanos() + timeout.toNanos();
        lock.lockInterruptibly();
        try {
            resume();
            while (policy.draining() || inFlight > 0 || retryPending || !completed.isEmpty()) {
                long left = deadline - ticker.nanos();
                boolean permanent = inFlight == 0 && status.paused() && status.permanentError() != null;
                if (left <= 0 || closed || permanent || sink == null || !sink.ready()) {
                    return false;
                }
                changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
        return backlog.pending().records() == 0;
    }

    private void resume() {
        status.resume();
        sendNow();
    }

    private void run() {
        boolean running = true;
        while (running) {
            try {
                running = runOnce();
            } catch (RuntimeException | Error e) { // including errors of a sink
                status.pause(FaultText.SENTENCE, ticker.nanos() + LONGEST_PAUSE.toNanos(), false);
                LOG.error("unexpected error in the upload thread; retrying in 5 min", e);
            }
        }
        scheduler.returnAll();
    }

    /** @return whether there may be more to do */
    private boolean runOnce() {
        CompletedAttempt completedAttempt;
        lock.lock();
        try {
            long wait;
            while ((completedAttempt = completed.poll()) == null && !closed && (wait = delay()) > 0) {
                boolean rests = sink == null || !sink.ready() || status.paused() || policy.overBudget();
                if (rests) {
                    awake.pause();
                }
                if (rests && wait >= REST_NANOS && inFlight == 0 && scheduler.returnBatches()) {
                    retryPending = false;
                    changed.signalAll();
                }
                heartbeat.idle();
                changed.awaitNanos(wait);
            }
            if (completedAttempt == null && closed) {
                return false;
            }
            heartbeat.beat();
        } catch (InterruptedException e) {
            return true; // close() uses the flag, not an interrupt
        } finally {
            lock.unlock();
        }
        if (completedAttempt != null) {
            handle(completedAttempt);
        } else {
            send();
        }
        return true;
    }

    /** Nanoseconds until the next action unless a signal arrives earlier. */
    private long delay() {
        long now = ticker.nanos();
        if (sink == null) {
            return FlushPolicy.FOREVER;
        }
        long pausedFor = status.pausedFor(now); // first: a fault below must not become a busy loop
        if (pausedFor > 0) {
            return pausedFor;
        }
        if (inFlight >= sink.window() || blocked && inFlight > 0) {
            return FlushPolicy.FOREVER;
        }
        if (!sink.ready()) {
            if (policy.hasPending()) {
                status.expectDelivery(now);
            }
            return FlushPolicy.FOREVER;
        }
        long delay = policy.delay(now, budget::usedUp);
        if (delay > 0 && policy.overBudget()) {
            status.expectNothing();
            changed.signalAll();
        }
        return delay;
    }

    private void send() {
        BatchSink to;
        int before;
        int limit;
        lock.lock();
        try {
            to = sink;
            before = inFlight;
            limit = policy.batch();
            if (to == null) {
                return;
            }
            policy.scanStarted();
            if (reconnected) {
                reconnected = false;
                scheduler.reconnected();
            }
        } finally {
            lock.unlock();
        }
        scheduler.limit(limit);
        boolean highOnly = budget.usedUp();
        boolean isBacklog = backlog.pending().records() > limit;
        BatchAttempt attempt = scheduler.next(before, highOnly);
        lock.lock();
        try {
            retryPending = scheduler.hasRetry();
            if (attempt == null) {
                blocked = inFlight > 0 || !completed.isEmpty();
                if (!blocked) {
                    policy.nothingFound(highOnly);
                    awake.sent();
                    status.expectNothing();
                }
                changed.signalAll();
                return;
            }
            inFlight++;
            if (isBacklog) {
                awake.sending();
            }
            status.expectDelivery(ticker.nanos());
        } finally {
            lock.unlock();
        }
        attempt.send(to, time, this::enqueue);
    }

    private void enqueue(CompletedAttempt completedAttempt) {
        locked(lock, () -> {
            completed.add(completedAttempt);
            changed.signalAll();
        });
    }

    private void handle(CompletedAttempt completedAttempt) {
        try {
            resultHandler.handle(completedAttempt);
        } finally {
            locked(lock, () -> {
                inFlight--;
                blocked = false;
                retryPending = scheduler.hasRetry();
                policy.drain();
                if (inFlight > 0) {
                    status.expectDelivery(ticker.nanos());
                }
                changed.signalAll();
            });
        }
    }

    boolean hasSink() {
        return locked(lock, () -> sink != null);
    }

    /** Fields of {@code cloud.status}; reads no file. */
    Map<String, Object> state() {
        return locked(lock, () -> {
            Map<String, Object> state = new LinkedHashMap<>();
            state.put("sink", sink == null ? "none" : sink.name());
            state.put("connected", sink != null && sink.ready() && !status.paused());
            status.addTo(state);
            state.put("under_way", inFlight);
            return state;
        });
    }

    /** Problem that pending records have not been delivered for too long; null if there is none. */
    String overdue() {
        return locked(lock, () -> sink == null ? null : status.overdue(ticker.nanos(), sink.ready()));
    }

    /** Closes the sink without a flush; batches in flight stay in the buffer. */
    @Override
    public void close() {
        locked(lock, () -> {
            closed = true;
            heartbeat.close();
            awake.pause();
            changed.signalAll();
        });
        BatchSink last = sink; // a concurrent use() closes its predecessor itself
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
