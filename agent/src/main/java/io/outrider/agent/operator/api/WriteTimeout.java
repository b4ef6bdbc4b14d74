package io.outrider.agent.operator.api;

import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Lets nobody be written to for ever: a client that does not read is interrupted, which closes its connection. */
final class WriteTimeout {
    /** Something that may block on the client. */
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
        Watched watched = new Watched(Thread.currentThread());
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

    /** After {@link #done} the thread has other business, and no interruption is left over from here. */
    private static final class Watched {
        private Thread thread;
        private boolean interrupted;

        private Watched(Thread thread) {
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
