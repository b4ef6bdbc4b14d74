package io.outrider.agent.commands;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Cached pool of the threads that run jobs, each with the name of its job. Thread-safe. */
final class JobThreads {
    private static final String IDLE_NAME = "job thread, idle";
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor pool;

    JobThreads(ThreadFactory threads) {
        pool = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                    Thread thread = threads.newThread(work);
                    thread.setName(IDLE_NAME);
                    thread.setDaemon(true); // a hanging job must not keep the JVM alive
                    return thread;
                });
    }

    /** @throws OutOfMemoryError if no thread is free and no further one can be started */
    void run(String jid, Runnable work) {
        pool.execute(() -> {
            Thread thread = Thread.currentThread();
            thread.setName("job " + jid);
            try {
                work.run();
            } finally {
                thread.setName(IDLE_NAME);
                Thread.interrupted(); // meant for this job, not for the next one
            }
        });
    }

    void close() {
        pool.shutdown();
    }
}
