package io.outrider.agent.fleet.mqtt;

import io.outrider.api.Ticker;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Threads of one Paho client. Paho submits receiver, sender and callback tasks, which run as long as the connection,
 * and executes tasks that open and close it. If one dies of an exception, Paho waits for ever; here its end is an
 * event.
 */
final class PahoThreads extends ScheduledThreadPoolExecutor {
    private static final long BETWEEN_RETRIES_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int MOST_RETRIES = 500;
    private static final long WAKE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Consumer<Throwable> ended;
    private final CountDownLatch opened = new CountDownLatch(1);
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private Thread opener; // null before and after its task; guarded by this, as is the next
    private Future<?> wakes; // null before its first submission

    /** @param ended called with null or the exception when a long-running task ends */
    PahoThreads(Consumer<Throwable> ended) {
        // opener, receiver, sender, callback, closer, reaper; created on demand
        super(6, task -> {
            Thread thread = new Thread(task, "link-paho");
            thread.setDaemon(true);
            return thread;
        });
        this.ended = ended;
    }

    @Override
    public Future<?> submit(Runnable task) {
        Future<?> submitted = super.schedule(
                () -> {
                    Throwable why = null;
                    running.add(Thread.currentThread());
                    try {
                        task.run();
                    } catch (Throwable e) {
                        why = e;
                    } finally {
                        running.remove(Thread.currentThread());
                        ended.accept(why);
                    }
                },
                0,
                TimeUnit.NANOSECONDS);
        wakeOpener();
        return submitted;
    }

    @Override
    public void execute(Runnable task) {
        super.execute(() -> {
            beginOpener();
            try {
                task.run();
            } catch (Throwable e) {
                ended.accept(e);
            } finally {
                endOpener();
                opened.countDown();
            }
        });
    }

    private synchronized void beginOpener() {
        if (opened.getCount() > 0 && opener == null) {
            opener = Thread.currentThread();
        }
    }

    /**
     * After each of the three tasks that it submits, the opener of Paho 1.2.5 sleeps for 100 ms at a time until it sees that the
     * task runs, which it mostly misses at first. An interrupt ends that sleep and nothing else: after the tasks the opener
     * only adds the CONNECT packet to a list.
     */
    private synchronized void wakeOpener() {
        if (opener == Thread.currentThread() && wakes == null) {
            wakes = scheduleWithFixedDelay(this::interruptOpener, WAKE_NANOS, WAKE_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    private synchronized void interruptOpener() {
        if (opener != null) {
            opener.interrupt();
        }
    }

    private synchronized void endOpener() {
        if (opener == Thread.currentThread()) {
            opener = null;
            Thread.interrupted(); // one that came too late
            if (wakes != null) {
                wakes.cancel(false);
            }
        }
    }

    /**
     * Stops Paho until its long-running tasks have ended. Once is not enough in Paho 1.2.5: it notifies its sender once,
     * maybe before that waits, and a CONNACK that it reads while it stops marks it as connected again.
     *
     * @param stop run at least once
     */
    void awaitTasks(Runnable stop, Ticker ticker) throws InterruptedException {
        stop.run();
        for (int i = 0; i < MOST_RETRIES && !running.isEmpty(); i++) {
            ticker.sleep(BETWEEN_RETRIES_NANOS);
            stop.run();
            running.forEach(Thread::interrupt);
        }
    }

    /** Waits for the end of the opening task; shutting Paho down earlier leaks threads. */
    void awaitOpener() throws InterruptedException {
        opened.await();
    }
}
