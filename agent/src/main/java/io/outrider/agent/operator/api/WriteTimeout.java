package io.outrider.agent.operator.api;

import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Write timeout for clients: interrupts a blocked write, which closes the connection. */
record WriteTimeout(ScheduledExecutorService timer, long nanos) {
    interface Writing {
        void run() throws IOException;
    }

    void keep(Writing writing) throws IOException {
        AtomicReference<Thread> writer = new AtomicReference<>(Thread.currentThread());
        Future<?> alarm;
        try {
            alarm = timer.schedule(() -> interrupt(writer), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            throw new IOException("the local API is closing", e);
        }
        try {
            writing.run();
        } finally {
            alarm.cancel(false);
            synchronized (writer) { // no interrupt from here on, when the thread does other work
                if (writer.getAndSet(null) == null) {
                    Thread.interrupted();
                }
            }
        }
    }

    private static void interrupt(AtomicReference<Thread> writer) {
        synchronized (writer) {
            Thread blocked = writer.getAndSet(null);
            if (blocked != null) {
                blocked.interrupt();
            }
        }
    }
}
