package io.outrider.agent.operator.api;

import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Write timeout for clients: interrupts a blocked write, which closes the connection. */
final class WriteTimeout {
    @FunctionalInterface
    interface Writing {
        void run() throws IOException;
    }

    private final ScheduledExecutorService timer;
    private final long nanos;

    WriteTimeout(ScheduledExecutorService timer, long nanos) {
        this.timer = timer;
        this.nanos = nanos;
    }

    void keep(Writing writing) throws IOException {
        WatchedWrite watched = new WatchedWrite(Thread.currentThread());
        Future<?> alarm;
        try {
            alarm = timer.schedule(watched::interrupt, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            throw new IOException("the local API is closing", e);
        }
        try {
            writing.run();
        } finally {
            alarm.cancel(false);
            watched.done();
        }
    }

    /** Prevents an interrupt after {@link #done}, when the thread does other work. */
    private static final class WatchedWrite {
        private Thread thread;
        private boolean interrupted;

        private WatchedWrite(Thread thread) {
            this.thread = thread;
        }

        private synchronized void interrupt() {
            if (thread != null) {
                interrupted = true;
                thread.interrupt();
            }
        }

        private synchronized void done() {
            thread = null;
            if (interrupted) {
                Thread.interrupted();
            }
        }
    }
}
