package io.outrider.agent.operator.api;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Thread pools of the local API, bounded and small when idle. */
final class HttpThreads {
    private static final Logger LOG = LoggerFactory.getLogger(HttpThreads.class);

    /** Threads for other requests than calls and streams, and for stalled clients. */
    private static final int EXTRA_THREADS = 16;

    private static final int BACKLOG = 256;
    private static final int IDLE_SECONDS = 10;
    private static final int END_SECONDS = 2;

    final ExecutorService handlers;
    final ExecutorService callers;
    final ScheduledThreadPoolExecutor timer;

    HttpThreads(int calls, int streams) {
        int most = calls + streams + EXTRA_THREADS;
        ThreadPoolExecutor handling = new ThreadPoolExecutor(
                most,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(BACKLOG), // beyond it the request reader tells the client to retry
                named("local-"));
        handling.allowCoreThreadTimeOut(true);
        handlers = handling;
        callers = new ThreadPoolExecutor(
                0, 2 * calls, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), named("local-call-"));
        timer = new ScheduledThreadPoolExecutor(1, named("local-timer-"));
        timer.setRemoveOnCancelPolicy(true); // each write has a deadline, long over before this timeout
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + count.incrementAndGet());
            thread.setDaemon(true); // a hanging call must not keep the JVM alive
            return thread;
        };
    }

    void stop() {
        handlers.shutdownNow();
        callers.shutdownNow();
    }

    void await() {
        timer.shutdownNow();
        try {
            if (!handlers.awaitTermination(END_SECONDS, TimeUnit.SECONDS)
                    || !callers.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("local API: a call has not ended; the daemon continues without it");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
