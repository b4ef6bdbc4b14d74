package io.outrider.agent.vehicle.triggers;

import io.outrider.agent.commands.Caller;
import io.outrider.agent.commands.Origin;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.functions.MemoryWeight;
import io.outrider.api.Conditions;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listener of events that makes the calls of matching triggers: one at a time, in the order of the events, on a thread
 * of its own that ends when idle. Any thread.
 */
public final class Triggers implements Consumer<Event>, Health.Source, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Triggers.class);
    private static final int MOST_WAITING = 64;
    private static final long MOST_WAITING_BYTES = 4 << 20;
    private static final long IDLE_SECONDS = 10;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final String REMEDY =
            "If its function causes what it waits for, narrow its 'on', else give it a cooldown.";

    private record Rule(Trigger trigger, RateLimiter limiter) {}

    private final Conditions conditions;
    private final Caller caller;
    private final Ticker ticker;
    private final EventCallLimit limit;
    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), Triggers::thread);
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong limited = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final WaitingEvents pendingEvents = new WaitingEvents(MOST_WAITING_BYTES);
    private final AtomicLong droppedLast = new AtomicLong(); // ticker time
    private volatile List<Rule> rules;

    /** @param limit shared with the loggers that events call */
    public Triggers(
            TriggerSettings settings, Conditions conditions, Caller caller, Ticker ticker, EventCallLimit limit) {
        this.conditions = conditions;
        this.caller = caller;
        this.ticker = ticker;
        this.limit = limit;
        executor.allowCoreThreadTimeOut(true);
        configure(settings);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "triggers");
        thread.setDaemon(true);
        return thread;
    }

    /** Applies from the next event on; unchanged triggers keep their cooldown. */
    public void configure(TriggerSettings settings) {
        List<Rule> before = rules == null ? List.of() : rules;
        rules = settings.list().stream()
                .map(trigger -> before.stream()
                        .filter(each -> each.trigger().equals(trigger))
                        .findFirst()
                        .orElseGet(() -> new Rule(trigger, new RateLimiter(trigger.cooldown()))))
                .toList();
    }

    @Override
    public void accept(Event event) {
        List<String> limitedNow = new ArrayList<>();
        WaitingEvents.PendingEvent pending = null;
        for (Rule rule : rules) {
            Trigger trigger = rule.trigger();
            if (trigger.isFor(event.tag()) && conditions.hold(trigger.when())) {
                pending = pending == null ? pendingEvents.of(event) : pending;
                fire(rule, pending, limitedNow);
            }
        }
        if (!limitedNow.isEmpty()) {
            LOG.warn("{}", RateLimiter.notice("trigger", limitedNow, REMEDY));
        }
    }

    private void fire(Rule rule, WaitingEvents.PendingEvent pending, List<String> limitedNow) {
        switch (rule.limiter().tryAcquire(ticker.nanos())) {
            case ALLOWED -> enqueue(rule.trigger(), pending);
            case COOLDOWN -> {}
            case LIMIT_REACHED -> {
                limited.incrementAndGet();
                limitedNow.add(rule.trigger().name());
            }
            case LIMITED -> limited.incrementAndGet();
        }
    }

    private void enqueue(Trigger trigger, WaitingEvents.PendingEvent pending) {
        if (!pending.acquire()) {
            drop(trigger, pending.event);
            return;
        }
        try {
            executor.execute(() -> {
                pending.release();
                call(trigger, pending.event);
            });
        } catch (RejectedExecutionException e) {
            pending.release();
            drop(trigger, pending.event);
        }
    }

    private void drop(Trigger trigger, Event event) {
        long now = ticker.nanos();
        boolean isFirst = dropped.getAndIncrement() == 0 || now - droppedLast.get() >= MINUTE;
        droppedLast.set(now);
        if (!executor.isShutdown() && isFirst) {
            LOG.warn(
                    "trigger queue is full ({} calls or {} MiB of events); call of '{}' for {} dropped, as are"
                            + " further ones until there is room",
                    MOST_WAITING,
                    MOST_WAITING_BYTES >> 20,
                    trigger.name(),
                    event.tag());
        }
    }

    private void call(Trigger trigger, Event event) {
        if (!limit.tryAcquire()) {
            limited.incrementAndGet();
            return;
        }
        try {
            Placeholders places = new Placeholders(event);
            Command command = Command.now(
                    caller.newJid(), trigger.function(), places.fill(trigger.arg()), places.fill(trigger.kwarg()));
            Return answer = caller.call(command, Origin.TRIGGER, progress -> {});
            (answer.success() ? done : failed).incrementAndGet();
            if (!answer.success()) {
                LOG.warn(
                        "trigger '{}': call of {} for {} failed: {}",
                        trigger.name(),
                        trigger.function(),
                        event.tag(),
                        answer.failure() == null
                                ? "no reason given"
                                : answer.failure().getMessage());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Placeholders.TooLong e) {
            refused.incrementAndGet();
            LOG.warn(
                    "trigger '{}': {} not called for {}: {}",
                    trigger.name(),
                    trigger.function(),
                    event.tag(),
                    e.getMessage());
        } catch (RuntimeException e) {
            failed.incrementAndGet();
            LOG.error("unexpected error in trigger '{}'", trigger.name(), e);
        }
    }

    @Override
    public Health health() {
        long now = ticker.nanos();
        List<String> problems = new ArrayList<>();
        List<String> limitedNow = rules.stream()
                .filter(each -> each.limiter().isLimiting(now))
                .map(each -> each.trigger().name())
                .toList();
        if (!limitedNow.isEmpty()) {
            problems.add(RateLimiter.notice("trigger", limitedNow, REMEDY));
        }
        limit.problem().ifPresent(problems::add);
        List<Metric> metrics = List.of(
                count("done", done),
                count("failed", failed),
                count("dropped", dropped),
                count("held", limited),
                count("refused", refused));
        return new Health(Map.of("triggers", rules.size()), metrics, problems);
    }

    private static Metric count(String outcome, AtomicLong value) {
        return new Metric(
                "triggers_calls_total",
                Metric.Kind.COUNTER,
                "Calls that events have caused, by what became of them",
                Map.of("outcome", outcome),
                value.get());
    }

    /** Interrupts a running call, drops queued ones and returns within 2 s. */
    @Override
    public void close() {
        executor.shutdownNow();
        try {
            if (!executor.awaitTermination(2, TimeUnit.SECONDS)) {
                LOG.warn("trigger call still running 2 s after its interrupt");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Memory limit of events with queued calls; each event counts once, however many calls it has. Any thread. */
    private static final class WaitingEvents {
        private final long most;
        private long bytes;

        WaitingEvents(long most) {
            this.most = most;
        }

        PendingEvent of(Event event) {
            return new PendingEvent(event);
        }

        /** Event with the number of its queued calls. */
        final class PendingEvent {
            final Event event;
            private final long weight;
            private int calls;

            private PendingEvent(Event event) {
                this.event = event;
                this.weight = MemoryWeight.of(event.data());
            }

            /** @return false if there is no room; the call must then be dropped */
            boolean acquire() {
                synchronized (WaitingEvents.this) {
                    if (calls == 0 && bytes + weight > most) {
                        return false;
                    }
                    bytes += calls == 0 ? weight : 0;
                    calls++;
                    return true;
                }
            }

            /** Counts a call out of the queue. */
            void release() {
                synchronized (WaitingEvents.this) {
                    calls--;
                    bytes -= calls == 0 ? weight : 0;
                }
            }
        }
    }
}
