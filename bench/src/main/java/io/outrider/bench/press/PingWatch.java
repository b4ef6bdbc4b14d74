package io.outrider.bench.press;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Watch over one way on which {@code test.ping} is called again and again: how often it was answered, and how long the
 * longest took. One that is not answered within the limit is a complaint, said once. One thread of its own.
 */
final class PingWatch implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final String way;
    private final Duration limit;
    private final Ping ping;
    private final BooleanSupplier counts;
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;

    /** One call. */
    @FunctionalInterface
    interface Ping {
        /** Returns when it is answered; if that is not within the limit, or it is interrupted, false. */
        boolean within(Duration limit) throws InterruptedException;
    }

    /** @param counts whether what does not come can be held against the unit: it runs */
    PingWatch(String way, Duration limit, Ping ping, BooleanSupplier counts) {
        this.way = way;
        this.limit = limit;
        this.ping = ping;
        this.counts = counts;
        thread = new Thread(this::watch, "ping-" + way);
        thread.start();
    }

    private void watch() {
        try {
            while (!closed) {
                long begun = System.nanoTime();
                boolean came = ping.within(limit);
                if (came || counts.getAsBoolean() && !closed) {
                    long took = System.nanoTime() - begun;
                    longestNanos.accumulateAndGet(took, Math::max);
                    (came ? answered : late).incrementAndGet();
                }
                if (!closed) {
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String line() {
        return "%d pings %s, the longest %.1f s (at most %d s)"
                .formatted(answered.get(), way, longestNanos.get() / 1e9, limit.toSeconds());
    }

    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (late.get() > 0) {
            complaints.add(late + " pings " + way + " were not answered within " + limit.toSeconds() + " s");
        }
        if (answered.get() == 0) {
            complaints.add("no ping " + way + " was answered");
        }
        return complaints;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(60));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
