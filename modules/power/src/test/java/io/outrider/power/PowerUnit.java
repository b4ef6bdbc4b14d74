package io.outrider.power;

import io.outrider.api.Call;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Inhibitors;
import io.outrider.api.NoArguments;
import io.outrider.testkit.Await;
import io.outrider.testkit.ManualTicker;
import io.outrider.testkit.RecordedEvents.Published;
import io.outrider.testkit.TestContext;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Power module in a test context: manual clocks, scripted functions of other modules. */
final class PowerUnit implements AutoCloseable {
    static final Instant START = Instant.parse("2026-01-05T14:00:00Z"); // a Monday

    /** Function of another module. */
    @FunctionalInterface
    interface Scripted {
        Object call(Map<String, ?> kwarg) throws Failure, InterruptedException;
    }

    /** Call that waits from its beginning until it is released or interrupted. */
    final class HeldCall {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        volatile boolean isInterrupted;

        Object call() throws InterruptedException {
            begun.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                isInterrupted = true;
                throw e;
            }
            return Map.of();
        }

        HeldCall begun() {
            Await.until("the call has begun", () -> {
                tick();
                return begun.getCount() == 0;
            });
            return this;
        }

        void release() {
            released.countDown();
        }
    }

    /** Wall clock that follows the ticker. */
    private final class TickingClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return START.plus(clockOffset).plusNanos(ticker.nanos());
        }
    }

    Duration clockOffset = Duration.ZERO;
    final ManualTicker ticker = new ManualTicker();
    final ManualTicker suspends = new ManualTicker();
    final List<String> calls = new CopyOnWriteArrayList<>();
    final TestContext context = new TestContext().withTicker(ticker).withClock(new TickingClock());
    private final Map<String, Scripted> functions = new ConcurrentHashMap<>();
    private final PowerModule module;

    /** @param settings keys and values in turn */
    PowerUnit(Object... settings) throws Failure {
        Map<String, Object> section = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            section.put((String) settings[i], settings[i + 1]);
        }
        context.withSettings(section).withCaller((function, arg, kwarg) -> {
            Scripted scripted = functions.get(function);
            if (scripted == null) {
                throw new Failure(CommonErrors.NO_SUCH_FUNCTION, "there is no " + function);
            }
            calls.add(function);
            return scripted.call(kwarg);
        });
        on("status.uptime", kwarg -> Map.of("seconds", 4711));
        on("state.sls", kwarg -> Map.of());
        on("cloud.upload", kwarg -> Map.of("pending", Map.of("total", 3)));
        module = new PowerModule(
                context, context.settings(PowerSettings.class), () -> ticker.nanos() - suspends.nanos());
        tick();
    }

    PowerUnit on(String function, Scripted answer) {
        functions.put(function, answer);
        return this;
    }

    /** Holds the next call of a function. */
    HeldCall hold(String function) {
        HeldCall held = new HeldCall();
        on(function, kwarg -> held.call());
        return held;
    }

    void condition(String condition, boolean holds) {
        context.setCondition(condition, holds);
    }

    void engine(boolean runs) {
        condition("engine/running", runs);
        condition("engine/stopped", !runs);
    }

    Inhibitors.Handle hold(String owner, String reason, int seconds) {
        return context.inhibitors().inhibit(owner, Inhibitors.Activity.SLEEP, reason, Duration.ofSeconds(seconds));
    }

    void tick() {
        context.runTasks();
    }

    /** Lets seconds pass, with a tick each second. */
    void pass(long seconds) {
        for (long i = 0; i < seconds; i++) {
            ticker.advance(TimeUnit.SECONDS.toNanos(1));
            tick();
        }
    }

    void suspend(long seconds) {
        suspends.advance(TimeUnit.SECONDS.toNanos(seconds));
        ticker.advance(TimeUnit.SECONDS.toNanos(seconds));
        tick();
    }

    /** Ends a drive, so that the event-driven timer runs. */
    PowerUnit drive() {
        engine(true);
        pass(60);
        engine(false);
        pass(11);
        return this;
    }

    /** Ticks without letting time pass until the state is reached and its events are published. */
    void reach(String state) {
        Await.until("the state is " + state + ", not " + state(), () -> {
            tick();
            return state().equals(state);
        });
        tick(); // publishes what a sequence that has ended just now has not published yet
    }

    String state() {
        return (String) status().get("state");
    }

    String summary() {
        return (String) status().get("summary");
    }

    Map<String, Object> status() {
        try {
            return map(run("power.status", new NoArguments()));
        } catch (Failure e) {
            throw new AssertionError(e);
        }
    }

    /** Arguments by name and value in turn. */
    Map<String, Object> timer(Object... arguments) throws Failure {
        return map(call("power.sleep_timer", PowerModule.TimerArguments.class, arguments));
    }

    Object sleep(String function, Object... arguments) throws Failure {
        return call(function, PowerModule.SleepArguments.class, arguments);
    }

    Object stayAwake(int seconds, String reason) throws Failure {
        return run("power.stay_awake", new PowerModule.StayAwakeArguments(seconds, reason));
    }

    private <A extends Record> Object call(String function, Class<A> shape, Object... arguments) throws Failure {
        return run(function, context.arguments(shape, List.of(), Members.of(arguments)));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private <A extends Record> Object run(String name, A arguments) throws Failure {
        for (Function<?> function : module.functions()) {
            if (function.name().equals(name)) {
                try {
                    return ((Function<A>) function).body().run(arguments, Call.detached());
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
        throw new AssertionError("no function " + name);
    }

    PowerModule module() {
        return module;
    }

    List<String> tags() {
        return context.events().tags();
    }

    /** Tags of the sleep sequence. */
    List<String> power() {
        return tags().stream().filter(each -> each.startsWith("system/power/")).toList();
    }

    Map<String, Object> data(String tag) {
        return context.events().published().stream()
                .filter(each -> each.tag().equals(tag))
                .map(Published::data)
                .reduce((first, second) -> second)
                .orElseThrow(() -> new AssertionError("no event " + tag + " in " + tags()));
    }

    @Override
    public void close() {
        module.close();
    }
}
