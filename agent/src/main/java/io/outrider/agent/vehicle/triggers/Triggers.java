package io.outrider.agent.vehicle.triggers;

import io.outrider.agent.commands.Caller;
import io.outrider.agent.commands.Origin;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.vehicle.state.Conditions;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
 * Listens to what happens, and makes the calls: one after the other, in the order of the events, on a thread of their own
 * that ends when there is nothing to do. Any thread.
 */
public final class Triggers implements Consumer<Event>, Health.Source, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Triggers.class);
    private static final int MOST_WAITING = 64;
    private static final long MOST_WAITING_BYTES = 4 << 20;
    private static final long IDLE_SECONDS = 10;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final String REMEDY =
            "If its function causes what it waits for, narrow its 'on', else give it a cooldown.";

    private final Conditions conditions;
    private final Caller calls;
    private final Ticker ticker;
    private final EventCallLimit limit;
    private final ThreadPoolExecutor caller = new ThreadPoolExecutor(
            1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), Triggers::thread);
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final WaitingEvents waiting = new WaitingEvents(MOST_WAITING_BYTES);
    private final AtomicLong droppedLast = new AtomicLong(); // by the ticker
    private volatile List<TriggerRule> rules;

    /** @param limit shared with the loggers that events call */
    public Triggers(
            TriggerSettings settings, Conditions conditions, Caller calls, Ticker ticker, EventCallLimit limit) {
        this.conditions = conditions;
        this.calls = calls;
        this.ticker = ticker;
        this.limit = limit;
        caller.allowCoreThreadTimeOut(true);
        configure(settings);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "triggers");
        thread.setDaemon(true);
        return thread;
    }

    /** From the next event on; those that stay as they are keep their cooldown. */
    public void configure(TriggerSettings settings) {
        List<TriggerRule> before = rules == null ? List.of() : rules;
        rules = settings.list().stream()
                .map(trigger -> before.stream()
                        .filter(each -> each.trigger().equals(trigger))
                        .findFirst()
                        .orElseGet(() -> TriggerRule.of(trigger)))
                .toList();
    }

    @Override
    public void accept(Event event) {
        List<String> heldNow = new ArrayList<>();
        WaitingEvents.Waiting waits = null;
        for (TriggerRule rule : rules) {
            Trigger trigger = rule.trigger();
            if (trigger.isFor(event.tag()) && conditions.hold(trigger.when())) {
                waits = waits == null ? waiting.of(event) : waits;
                pull(rule, waits, heldNow);
            }
        }
        if (!heldNow.isEmpty()) {
            LOG.warn("{}", RateLimitNotice.sentence("trigger", heldNow, REMEDY));
        }
    }

    private void pull(TriggerRule rule, WaitingEvents.Waiting waits, List<String> heldNow) {
        switch (rule.ask(ticker.nanos())) {
            case GO -> enqueue(rule.trigger(), waits);
            case COOLING -> {}
            case HOLD -> {
                held.incrementAndGet();
                heldNow.add(rule.trigger().name());
            }
            case STILL_HELD -> held.incrementAndGet();
        }
    }

    private void enqueue(Trigger trigger, WaitingEvents.Waiting waits) {
        if (!waits.await()) {
            drop(trigger, waits.event);
            return;
        }
        try {
            caller.execute(() -> {
                waits.done();
                call(trigger, waits.event);
            });
        } catch (RejectedExecutionException e) {
            waits.done();
            drop(trigger, waits.event);
        }
    }

    private void drop(Trigger trigger, Event event) {
        long now = ticker.nanos();
        boolean isNews = dropped.getAndIncrement() == 0 || now - droppedLast.get() >= MINUTE;
        droppedLast.set(now);
        if (!caller.isShutdown() && isNews) {
            LOG.warn(
                    "{} calls of triggers or {} MiB of events wait already; that of '{}' for {} is not made, nor are"
                            + " others while so many wait",
                    MOST_WAITING,
                    MOST_WAITING_BYTES >> 20,
                    trigger.name(),
                    event.tag());
        }
    }

    private void call(Trigger trigger, Event event) {
        if (!limit.take()) {
            held.incrementAndGet();
            return;
        }
        try {
            Placeholders places = new Placeholders(event);
            Command command = Command.now(
                    calls.newJid(), trigger.function(), places.fill(trigger.arg()), places.fill(trigger.kwarg()));
            Return answer = calls.call(command, Origin.TRIGGER, progress -> {});
            (answer.success() ? done : failed).incrementAndGet();
            if (!answer.success()) {
                LOG.warn(
                        "the trigger '{}' called {} for {}, which failed: {}",
                        trigger.name(),
                        trigger.function(),
                        event.tag(),
                        answer.failure() == null
                                ? "it did not say why"
                                : answer.failure().getMessage());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Placeholders.TooLong e) {
            refused.incrementAndGet();
            LOG.warn(
                    "the trigger '{}' did not call {} for {}: {}",
                    trigger.name(),
                    trigger.function(),
                    event.tag(),
                    e.getMessage());
        } catch (RuntimeException e) {
            failed.incrementAndGet();
            LOG.error("the trigger '{}' could not be called; please report it", trigger.name(), e);
        }
    }

    @Override
    public Health health() {
        long now = ticker.nanos();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("triggers", rules.size());
        List<String> problems = new ArrayList<>();
        List<String> heldNow = rules.stream()
                .filter(each -> each.isHeld(now))
                .map(each -> each.trigger().name())
                .toList();
        if (!heldNow.isEmpty()) {
            problems.add(RateLimitNotice.sentence("trigger", heldNow, REMEDY));
        }
        limit.problem().ifPresent(problems::add);
        List<Metric> metrics = List.of(
                count("done", done),
                count("failed", failed),
                count("dropped", dropped),
                count("held", held),
                count("refused", refused));
        return new Health(facts, metrics, problems);
    }

    private static Metric count(String outcome, AtomicLong value) {
        return new Metric(
                "triggers_calls_total",
                Metric.Kind.COUNTER,
                "Calls that events have caused, by what became of them",
                Map.of("outcome", outcome),
                value.get());
    }

    /** A call that runs is interrupted, those that wait are not made; returns within 2 s. */
    @Override
    public void close() {
        caller.shutdownNow();
        try {
            if (!caller.awaitTermination(2, TimeUnit.SECONDS)) {
                LOG.warn("a call of a trigger did not end when told to");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
