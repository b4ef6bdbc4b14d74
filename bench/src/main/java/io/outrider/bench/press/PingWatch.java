package io.outrider.bench.press;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Monitor that calls {@code test.ping} repeatedly in one way and counts the answers and the longest response time. Pings
 * without an answer within the limit are a complaint. One thread of its own.
 */
final class PingWatch implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final String way;
    private final PingLimit limit;
    private final Ping ping;
    private final BooleanSupplier counts;
    private final Supplier<String> during;
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private final Set<String> lateDuring = new ConcurrentSkipListSet<>();
    private volatile Longest longest = new Longest(0, "");
    private final Thread thread;
    private volatile boolean closed;

    private record Longest(long nanos, String during) {}

    /** One call. */
    @FunctionalInterface
    interface Ping {
        /** Response time in nanoseconds; empty without an answer within the limit. */
        OptionalLong within(PingLimit limit) throws InterruptedException;
    }

    /**
     * @param counts true while a missing answer counts as a failure, as the unit runs
     * @param during name of the running part
     */
    PingWatch(String way, PingLimit limit, Ping ping, BooleanSupplier counts, Supplier<String> during) {
        this.way = way;
        this.limit = limit;
        this.ping = ping;
        this.counts = counts;
        this.during = during;
        thread = new Thread(this::watch, "ping-" + way);
        thread.start();
    }

    private void watch() {
        try {
            while (!closed) {
                long begun = System.nanoTime();
                OptionalLong nanos = ping.within(limit);
                if (nanos.isPresent()) {
                    answered.incrementAndGet();
                    took(nanos.getAsLong());
                } else if (counts.getAsBoolean() && !closed) {
                    lateDuring.add(during.get());
                    late.incrementAndGet();
                    took(System.nanoTime() - begun);
                }
                if (!closed) {
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Called by its own thread only. */
    private void took(long nanos) {
        if (nanos > longest.nanos()) {
            longest = new Longest(nanos, during.get());
        }
    }

    String line() {
        return "%d pings %s, the longest %.1f s (during %s; at most %s)"
                .formatted(answered.get(), way, longest.nanos() / 1e9, longest.during(), limit.words());
    }

    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (late.get() > 0) {
            complaints.add(late + " pings " + way + " were not answered within " + limit.words() + ", during "
                    + String.join(", ", lateDuring));
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
