package io.outrider.agent.fleet.mqtt;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The threads of one Paho client. Paho submits its receiver, sender and callback tasks, which live as long as the
 * connection, and executes those that open and close it. One that dies of an exception would leave Paho waiting for
 * ever, and nobody told; here its end is an event.
 */
final class PahoThreads extends ScheduledThreadPoolExecutor {
    private final Consumer<Throwable> ended;
    private final CountDownLatch opened = new CountDownLatch(1);

    /** @param ended called with null or the exception when a task ends that should have lived on */
    PahoThreads(Consumer<Throwable> ended) {
        // opener, receiver, sender, callback, closer, reaper; each is made only when it is needed
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

    /** Waits until the task that opens the connection has ended; only then can Paho be shut down without a leak. */
    void awaitOpener() throws InterruptedException {
        opened.await();
    }
}
