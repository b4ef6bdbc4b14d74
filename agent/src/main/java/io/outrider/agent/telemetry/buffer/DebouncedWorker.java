package io.outrider.agent.telemetry.buffer;

import static io.outrider.agent.runtime.Locks.locked;

import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.api.Ticker;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Worker thread that runs its task some time after the first wake-up, once for all wake-ups in between. */
final class DebouncedWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DebouncedWorker.class);
    private static final int RETRY_MILLIS = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final long delayNanos;
    private final Ticker ticker = Ticker.system();
    private final BooleanSupplier work;
    private final Thread thread;
    private Heartbeat heartbeat; // null until started
    private boolean isDue;
    private long since; // nanoseconds, of the first wake-up
    private boolean isUrgent;
    private boolean isClosed;

    /**
     * @param delayMillis from the first wake-up to the task, unless urgent
     * @param work returns false to be run again a second later
     */
    DebouncedWorker(String name, int delayMillis, BooleanSupplier work) {
        delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
        this.work = work;
        thread = new Thread(this::run, name);
    }

    void start(Heartbeat watched) {
        heartbeat = watched;
        thread.setDaemon(true);
        thread.start();
    }

    void wake(boolean urgent) {
        locked(lock, () -> {
            if (!isDue || urgent && !isUrgent) {
                since = isDue ? since : ticker.nanos();
                isDue = true;
                isUrgent |= urgent;
                changed.signal();
            }
        });
    }

    private void run() {
        long delay = delayNanos;
        try {
            while (awaitWork(delay)) {
                heartbeat.busy();
                boolean isDone = false;
                try {
                    isDone = work.getAsBoolean();
                } catch (RuntimeException | Error e) { // a dead thread would leave records unforced
                    LOG.error("thread {} failed; next try in 1 s; report this", thread.getName(), e);
                }
                delay = isDone ? delayNanos : TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS);
                if (!isDone) {
                    wake(false);
                }
            }
        } catch (InterruptedException e) {
            LOG.error("thread {} was interrupted and has ended; restart outrider", thread.getName(), e);
        }
    }

    /** @return false if closed */
    private boolean awaitWork(long delay) throws InterruptedException {
        lock.lock();
        try {
            while (!isDue && !isClosed) {
                heartbeat.idle();
                changed.await();
            }
            heartbeat.busy(); // bounded wait
            for (long remaining = delay; remaining > 0 && !isUrgent && !isClosed; ) {
                remaining = delay - (ticker.nanos() - since);
                if (remaining > 0) {
                    changed.awaitNanos(remaining);
                }
            }
            isDue = false;
            isUrgent = false;
            return !isClosed;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        locked(lock, () -> {
            isClosed = true;
            changed.signal();
        });
        if (heartbeat != null) {
            heartbeat.close();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
