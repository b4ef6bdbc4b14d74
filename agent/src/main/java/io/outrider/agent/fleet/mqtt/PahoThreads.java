package io.outrider.agent.fleet.mqtt;

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
    private final Consumer<Throwable> ended;
    private final CountDownLatch opened = new CountDownLatch(1);

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
        return super.schedule(
                () -> {
                    Throwable why = null;
                    try {
                        task.run();
                    } catch (Throwable e) {
                        why = e;
                    } finally {
                        ended.accept(why);
                    }
                },
                0,
                TimeUnit.NANOSECONDS);
    }

    @Override
    public void execute(Runnable task) {
        super.execute(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                ended.accept(e);
            } finally {
                opened.countDown();
            }
        });
    }

    /** Waits for the end of the opening task; shutting Paho down earlier leaks threads. */
    void awaitOpener() throws InterruptedException {
        opened.await();
    }
}
