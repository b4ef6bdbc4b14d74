package io.outrider.agent.telemetry.loggers;

import static io.outrider.agent.telemetry.loggers.LoggerBench.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.functions.MemoryWeight;
import io.outrider.testkit.Await;
import io.outrider.wire.TelemetryRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Memory of readings, bounded for any number of loggers and any results. */
class LoggerMemoryTest {
    private static final int ROWS = 500;

    private static List<Map<String, Object>> rows(int bytes) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(Map.of("line", i, "text", "x".repeat(bytes)));
        }
        return rows;
    }

    private static Object[] loggers(int count, Object... keysAndValues) {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, Object> each = entry(keysAndValues);
            each.put("name", "l" + i);
            entries.add(each);
        }
        return entries.toArray();
    }

    @Test
    void loggersOfOneQueryShareItsReadingsAndPublishOneByOne() {
        try (LoggerBench bench = new LoggerBench(loggers(200, "function", "a.b", "every", "10s"))) {
            bench.calls.returns("a.b", rows(100));
            bench.run(6);
            assertThat(bench.records).hasSize(200 * ROWS);
            Set<Object> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
            bench.records.forEach(each -> distinct.add(each.fields()));
            assertThat(distinct).hasSize(bench.calls.made.size() * ROWS);
            assertThat(bench.batchSizes).containsOnly(ROWS);
        }
    }

    @Test
    void smallReadingsArePublishedTogether() {
        try (LoggerBench bench =
                new LoggerBench(loggers(200, "function", "obd.query", "arg", List.of("RPM"), "every", "10s"))) {
            bench.vehicleAnswers();
            bench.run(6);
            assertThat(bench.records).hasSize(200);
            assertThat(bench.batchSizes).containsExactly(64, 64, 64, 8);
        }
    }

    @Test
    void loggersOfOneQueryMayConvertItsReadingsDifferently() {
        try (LoggerBench bench = new LoggerBench(
                entry("function", "a.b", "on", "x/y"),
                entry("function", "a.b", "on", "x/y", "type", "my.own"),
                entry("name", "v", "function", "a.b", "on", "x/y", "type", "my.volts", "converter", "battery"))) {
            bench.calls.returns("a.b", 12.5);
            bench.events.publish("x/y", Map.of());
            bench.run(1);
            assertThat(bench.calls.made).hasSize(1);
            assertThat(bench.records).extracting(TelemetryRecord::type).containsExactly("a.b", "my.own", "my.volts");
            assertThat(bench.records.get(1).fields()).isEqualTo(Map.of("value", 12.5));
            assertThat(bench.records.get(2).fields()).containsKey("level");
        }
    }

    /** The first large result waits until the other one blocks and the small result has passed both. */
    @Test
    void largeResultsAreProcessedOneAtATimeWithoutDelayingSmallOnes() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        Object[] entries = {
            entry("function", "one.large", "on", "x/y"),
            entry("function", "two.large", "on", "x/y"),
            entry("function", "three.small", "on", "x/y")
        };
        try (LoggerBench bench = new LoggerBench(threads, LoggerBench.settings(false, entries))) {
            Queue<Thread> callers = new ConcurrentLinkedQueue<>();
            AtomicInteger reading = new AtomicInteger();
            AtomicInteger mostReading = new AtomicInteger();
            AtomicInteger read = new AtomicInteger();
            for (String each : List.of("one.large", "two.large")) {
                bench.calls.bodies.put(each, (arg, kwarg) -> {
                    callers.add(Thread.currentThread());
                    return Map.of("text", "x".repeat(100_000));
                });
            }
            bench.calls.returns("three.small", 1);
            bench.watcher = sample -> {
                if (!sample.type().equals("three.small")) {
                    mostReading.accumulateAndGet(reading.incrementAndGet(), Math::max);
                    Await.until(
                            "the other waits for its turn, is read too, or was read before",
                            () -> mostReading.get() > 1
                                    || read.get() > 0
                                    || callers.stream().anyMatch(LoggerMemoryTest::waitsForALock));
                    Await.until("the small one has passed", () -> isRecorded(bench, "three.small"));
                    reading.decrementAndGet();
                    read.incrementAndGet();
                }
            };
            bench.events.publish("x/y", Map.of());
            bench.loggers.poll();
            Await.until("all are recorded", () -> isRecorded(bench, "one.large") && isRecorded(bench, "two.large"));
            assertThat(mostReading).hasValue(1);
        } finally {
            threads.shutdownNow();
            assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private static boolean waitsForALock(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(each -> each.getClassName().startsWith(ReentrantLock.class.getName()));
    }

    private static boolean isRecorded(LoggerBench bench, String type) {
        synchronized (bench.records) {
            return bench.records.stream().anyMatch(each -> each.type().equals(type));
        }
    }

    @Test
    void theListCutsALargeReading() {
        try (LoggerBench bench =
                new LoggerBench(entry("function", "a.b", "on", "x/y"), entry("function", "a.c", "on", "x/y"))) {
            bench.calls.returns("a.b", Map.of("text", "x".repeat(15_000)));
            bench.calls.returns("a.c", Map.of("small", 1, "list", Collections.nCopies(1_000, 7)));
            bench.events.publish("x/y", Map.of());
            bench.run(1);
            assertThat(last(bench, "a.b").get("text").toString())
                    .startsWith("xxx")
                    .endsWith("x… [cut]")
                    .hasSizeBetween(3_000, 4_000);
            assertThat(last(bench, "a.c")).containsEntry("small", 1).containsEntry("list", "… [cut]");
            assertThat(bench.records.get(0).fields().get("text").toString()).hasSize(15_000);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> last(LoggerBench bench, String name) {
        return (Map<String, Object>) bench.row(name).get("last");
    }

    @Test
    @Tag("slow")
    void aLoggerOfLoggerListDoesNotMakeTheListGrow() {
        try (LoggerBench bench = new LoggerBench(loggers(20, "function", "logger.list", "every", "1s"))) {
            bench.calls.bodies.put("logger.list", (arg, kwarg) -> bench.loggers.list());
            bench.run(200);
            assertThat(bench.calls.made).hasSizeGreaterThan(200);
            for (Map<String, Object> each : bench.loggers.list()) {
                assertThat(MemoryWeight.of(each.get("last"))).isLessThan(LastReading.MOST_BYTES + 1_000);
            }
        }
    }

    @Test
    void storedReadingsStayWithinTheirBudgetWhichIsReportedAndFreed() {
        Map<String, Object> change = Map.of("change", true);
        try (LoggerBench bench = new LoggerBench(loggers(100, "function", "a.b", "every", "10s", "filter", change))) {
            bench.calls.returns("a.b", rows(100));
            bench.run(6);
            assertThat(bench.records).hasSize(100 * ROWS);
            bench.records.clear();
            bench.run(10);
            assertThat(bench.records).as("what is not remembered passes again").hasSizeBetween(80 * ROWS, 99 * ROWS);
            assertThat(bench.loggers.health().problems())
                    .singleElement()
                    .asString()
                    .matches("There is no memory for what the filters of [89]. loggers have read last, as all loggers"
                            + " together keep 4 MiB; .* Have them ask for less at a time\\.");
            bench.loggers.configure(
                    LoggerBench.settings(false, loggers(10, "function", "a.b", "every", "11s", "filter", change)));
            bench.run(12);
            bench.records.clear();
            bench.run(11);
            assertThat(bench.records).isEmpty();
            assertThat(bench.loggers.health().problems()).isEmpty();
        }
    }

    @Test
    void aReloadFreesTheMemoryOfRemovedLoggers() {
        Map<String, Object> change = Map.of("change", true);
        try (LoggerBench bench = new LoggerBench(loggers(1_000, "function", "a.b", "on", "x/y", "filter", change))) {
            List<Object> others = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                others.add(entry("name", "o" + i, "function", "a.b", "on", "x/z", "filter", change));
            }
            bench.loggers.configure(LoggerBench.settings(false, others.toArray()));
            bench.calls.returns("a.b", Map.of("text", "x".repeat(3_000)));
            for (int i = 0; i < 2; i++) {
                bench.events.publish("x/z", Map.of());
                bench.run(1);
            }
            assertThat(bench.records).hasSize(1_000);
            assertThat(bench.loggers.health().problems()).isEmpty();
        }
    }

    @Test
    void smallReadingsAreComparedEvenIfLargeOnesUseUpTheBudget() {
        Map<String, Object> change = Map.of("change", true);
        List<Object> all =
                new ArrayList<>(List.of(loggers(30, "function", "a.large", "on", "x/large", "filter", change)));
        for (int i = 0; i < 700; i++) { // more in total than 30 large ones leave
            all.add(entry("name", "s" + i, "function", "a.small", "on", "x/small", "filter", change));
        }
        try (LoggerBench bench = new LoggerBench(all.toArray())) {
            bench.calls.returns("a.large", rows(100));
            bench.calls.returns("a.small", Map.of("x", 0.1, "y", 0.2, "z", 1.0));
            bench.events.publish("x/large", Map.of());
            bench.run(1);
            bench.events.publish("x/small", Map.of());
            bench.run(1);
            assertThat(bench.records).hasSize(30 * ROWS + 700);
            bench.records.clear();
            bench.events.publish("x/small", Map.of());
            bench.run(1);
            assertThat(bench.records).isEmpty();
            assertThat(bench.loggers.health().problems())
                    .singleElement()
                    .asString()
                    .matches("There is no memory for what the filters of 1. loggers have read last, .*");
        }
    }
}
