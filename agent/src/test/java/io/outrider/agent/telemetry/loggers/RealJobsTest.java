package io.outrider.agent.telemetry.loggers;

import static io.outrider.agent.telemetry.loggers.LoggerBench.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.commands.FaultInjector;
import io.outrider.agent.commands.JobObserver;
import io.outrider.agent.commands.JobSettings;
import io.outrider.agent.commands.Jobs;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.agent.testing.WatchedLoops;
import io.outrider.agent.vehicle.state.ReadingObserver;
import io.outrider.agent.vehicle.triggers.EventCallLimit;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Reading;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import io.outrider.api.VehicleErrors;
import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import io.outrider.wire.TelemetryRecord;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loggers with real jobs, threads and clock. */
class RealJobsTest {
    private final Queue<TelemetryRecord> records = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final CountDownLatch gate = new CountDownLatch(1);

    private Module module(String name) {
        return new Module() {
            @Override
            public List<Function<?>> functions() {
                List<Function<?>> all = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    all.add(new Signature<>(name + ".f" + i, "", NoArguments.class).with(none -> read()));
                }
                all.add(new Signature<>(name + ".hang", "", NoArguments.class).with(none -> {
                    atOnce.incrementAndGet();
                    gate.await();
                    return 1;
                }));
                all.add(new Signature<>(name + ".fail", "", NoArguments.class).with(none -> {
                    throw new Failure(VehicleErrors.NO_DATA, "nobody");
                }));
                return all;
            }

            @Override
            public void close() {
                // no resources
            }
        };
    }

    private Object read() throws InterruptedException {
        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        TimeUnit.MILLISECONDS.sleep(1); // long enough to detect two at once
        atOnce.decrementAndGet();
        return new Reading("v", 1, null, Clock.systemUTC().instant());
    }

    private Jobs jobs(Path folder) throws Failure {
        Functions functions = new Functions(new Binder(Json.mapper()), List.of(module("one"), module("two")));
        return new Jobs(
                new Jobs.Dependencies(
                        folder,
                        "u",
                        "boot",
                        () -> functions,
                        (topic, payload, callback) -> {
                            throw new AssertionError("nothing of a logger leaves the unit as a job");
                        },
                        new JobObserver() {},
                        Clock.systemUTC(),
                        () -> true,
                        Ticker.system(),
                        FaultInjector.NONE,
                        new Inhibitions(Ticker.system())),
                JobSettings.defaults());
    }

    private Loggers loggers(Jobs jobs, Object... entries) {
        VirtualTime time = new VirtualTime();
        return new Loggers(
                new Loggers.Dependencies(
                        jobs,
                        name -> Optional.empty(),
                        module -> Optional.empty(),
                        when -> true,
                        new ReadingObserver() {
                            @Override
                            public void read(TelemetryRecord sample) {
                                // only records matter here
                            }

                            @Override
                            public void failed(String function, List<Object> arg, Failure failure) {
                                failures.add(failure.code());
                            }
                        },
                        samples -> {
                            records.addAll(samples);
                            return CompletableFuture.completedFuture(true);
                        },
                        new EventBus(time),
                        time,
                        Clock.systemUTC(),
                        Ticker.system(),
                        new Random(1),
                        new EventCallLimit(time)),
                LoggerBench.settings(false, entries));
    }

    @Test
    void loggersRunOneJobAtATimeForEachModule(@TempDir Path folder) throws Exception {
        List<Object> entries = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            entries.add(entry("function", "one.f" + i, "every", "50ms"));
            entries.add(entry("function", "two.f" + i, "every", "50ms"));
        }
        entries.add(entry("function", "one.fail", "every", "50ms"));
        try (Jobs jobs = jobs(folder);
                Loggers loggers = loggers(jobs, entries.toArray())) {
            loggers.start(new WatchedLoops().register("loggers", Duration.ofMinutes(5)));
            Await.until("records of all", () -> records.size() > 500 && !failures.isEmpty());
            assertThat(mostAtOnce.get()).isEqualTo(2);
            assertThat(failures).containsOnly("NO_DATA");
            assertThat(jobs.health().metrics())
                    .filteredOn(each -> each.name().equals("jobs_ended_total"))
                    .allMatch(each -> each.value() == 0);
        }
    }

    @Test
    void concurrentReloadsAndPausesAreSafe(@TempDir Path folder) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Jobs jobs = jobs(folder);
                Loggers loggers = loggers(jobs)) {
            loggers.start(new WatchedLoops().register("loggers", Duration.ofMinutes(5)));
            for (int round = 0; round < 300; round++) {
                List<Map<String, Object>> desired = new ArrayList<>();
                for (int i = random.nextInt(20); i > 0; i--) {
                    desired.add(entry("function", "one.f" + i, "every", 10 + random.nextInt(3) + "ms"));
                }
                assertThat(loggers.apply(desired, call -> Optional.empty()))
                        .as("seed %d", seed)
                        .isEmpty();
                loggers.pause("*", random.nextBoolean());
                if (random.nextInt(10) == 0) {
                    loggers.configure(LoggersSettings.defaults());
                }
                assertThat(loggers.list()).hasSizeGreaterThanOrEqualTo(desired.size());
                loggers.health();
            }
            loggers.configure(new LoggersSettings(false, null, null));
            loggers.apply(List.of(entry("function", "two.f1", "every", "10ms")), call -> Optional.empty());
            loggers.pause("*", false);
            records.clear();
            Await.until("the last one runs", () -> records.size() > 20);
            assertThat(mostAtOnce.get()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void closeInterruptsAHangingCall(@TempDir Path folder) throws Exception {
        try (Jobs jobs = jobs(folder);
                Loggers loggers = loggers(jobs, entry("function", "one.hang", "every", "10ms"))) {
            loggers.start(new WatchedLoops().register("loggers", Duration.ofMinutes(5)));
            Await.until("it hangs", () -> atOnce.get() == 1);
            long start = System.nanoTime();
            loggers.close();
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(TimeoutFactor.scaledSeconds(5)));
            assertThat(records).isEmpty();
        }
    }

    @Test
    void theThreadSleepsWhileNoLoggerIsDue(@TempDir Path folder) throws Exception {
        try (Jobs jobs = jobs(folder);
                Loggers loggers = loggers(jobs, entry("function", "one.f1", "on", "vehicle/engine/running"))) {
            loggers.start(new WatchedLoops().register("loggers", Duration.ofMinutes(5)));
            assertThat(loggers.poll()).isEqualTo(LoggerState.NEVER);
            assertThat(loggers.run("one.f1")).containsEntry("name", "one.f1").containsKey("read");
            assertThat(records).hasSize(1);
            assertThat(Map.copyOf(loggers.scheduled())).hasSize(1);
        }
    }
}
