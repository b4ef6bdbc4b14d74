package io.outrider.agent.operator.cli;

import io.outrider.api.Ticker;

/** Thread that repeats an action until it is closed. */
final class PeriodicThread implements AutoCloseable {
    private static final long END_MILLIS = 2_000;

    private final Thread thread;

    /** Interruptible action. */
    @FunctionalInterface
    interface Action {
        void run() throws InterruptedException;
    }

    /** @param nanos period from start to start; missed runs are skipped */
    PeriodicThread(String name, long nanos, Ticker ticker, Action action) {
        thread = new Thread(() -> repeat(nanos, ticker, action), name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void repeat(long nanos, Ticker ticker, Action action) {
        try {
            while (true) {
                long begun = ticker.nanos();
                action.run();
                ticker.sleep(nanos - (ticker.nanos() - begun));
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
