package io.outrider.agent.vehicle.triggers;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.outrider.agent.commands.Caller;
import io.outrider.agent.commands.Origin;
import io.outrider.agent.operator.api.MetricsDocument;
import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.vehicle.state.VehicleSettings;
import io.outrider.agent.vehicle.state.VehicleState;
import io.outrider.api.Failure;
import io.outrider.api.Metric;
import io.outrider.api.VehicleErrors;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(60)
class TriggersTest {
    private final SimulatedTime time = new SimulatedTime();
    private final EventBus events = new EventBus(time.clock());
    private final VehicleState vehicle =
            new VehicleState(VehicleSettings.defaults(), time.ticker(), events, (utc, at) -> {});
    private final Recorded calls = new Recorded();
    private final EventCallLimit limit = new EventCallLimit(time.ticker());
    private Triggers triggers;

    /** Mock of the jobs that records the calls. */
    private final class Recorded implements Caller {
        final List<Command> recorded = new CopyOnWriteArrayList<>();
        final AtomicInteger jids = new AtomicInteger();
        volatile Consumer<Command> body = command -> {};
        volatile CountDownLatch gate = new CountDownLatch(0);

        @Override
        public Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress)
                throws InterruptedException {
            assertThat(origin).isEqualTo(Origin.TRIGGER);
            recorded.add(command);
            gate.await();
            body.accept(command);
            boolean good = !command.fun().equals("test.fail");
            Failure failure = good ? null : new Failure(VehicleErrors.NO_DATA, "nobody answered");
            return new Return(
                    command.jid(),
                    command.fun(),
                    List.of(),
                    Result.of(true),
                    good ? 0 : 1,
                    good,
                    failure,
                    time.truth());
        }

        @Override
        public String newJid() {
            return "jid-" + jids.incrementAndGet();
        }
    }

    private static Trigger trigger(String name, String on, String function, int cooldown, String... when) {
        return new Trigger(
                name, List.of(on), List.of(when), function, List.of("{tag}"), Map.of("n", "{data.n}"), cooldown);
    }

    private void start(Trigger... list) {
        triggers = new Triggers(new TriggerSettings(List.of(list)), vehicle, calls, time.ticker(), limit);
        events.listen(triggers);
    }

    private void publish(String tag, int n) {
        events.publish(tag, Map.of("n", n));
    }

    private double count(String outcome) {
        return triggers.health().metrics().stream()
                .filter(each -> each.labels().containsValue(outcome))
                .mapToDouble(Metric::value)
                .findFirst()
                .orElseThrow();
    }

    private void awaitCalls(int calls) {
        Await.until(calls + " calls have ended", () -> count("done") + count("failed") == calls);
    }

    @AfterEach
    void close() {
        triggers.close();
    }

    @Test
    void aMatchingEventCallsTheFunctionWithItsData() throws Exception {
        start(trigger("a", "door/*", "test.echo", 0), trigger("b", "do?r/open/*", "test.echo", 0));
        publish("door/open", 1);
        publish("window/open", 2);
        publish("door/open/wide", 3);
        awaitCalls(3);
        assertThat(calls.recorded)
                .extracting(Command::fun, Command::arg, Command::kwarg)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("test.echo", List.of("door/open"), Map.of("n", 1)),
                        org.assertj.core.groups.Tuple.tuple("test.echo", List.of("door/open/wide"), Map.of("n", 3)),
                        org.assertj.core.groups.Tuple.tuple("test.echo", List.of("door/open/wide"), Map.of("n", 3)));
        new MetricsDocument().assertDocuments(List.of(triggers.health()));
    }

    @Test
    void aTriggerCallsOnlyWhileItsConditionsHold() {
        start(trigger("a", "door/open", "test.echo", 0, "engine/not_running"));
        publish("door/open", 1);
        vehicle.silent("asleep");
        publish("door/open", 2);
        awaitCalls(1);
        assertThat(calls.recorded.get(0).kwarg()).containsEntry("n", 2);
    }

    @Test
    void anEventSeesTheConditionItMakesTrue() {
        start(trigger("a", "vehicle/engine/*", "test.echo", 0, "engine/not_running"));
        vehicle.silent("asleep");
        awaitCalls(1);
    }

    @Test
    void noCallIsMadeDuringTheCooldown() {
        start(trigger("a", "door/open", "test.echo", 300));
        for (int i = 0; i < 10; i++) {
            publish("door/open", i);
            time.pass(Duration.ofSeconds(50));
        }
        awaitCalls(2);
        assertThat(calls.recorded).extracting(each -> each.kwarg().get("n")).containsExactly(0, 6);
        assertThat(triggers.health().problems()).isEmpty();
    }

    @Test
    void aTriggerThatCausesItsOwnEventIsLimitedAndReported() {
        calls.body = command -> {
            if (!command.kwarg().get("n").equals(1_000)) {
                publish("door/open", 1 + (int) command.kwarg().get("n"));
            }
        };
        start(trigger("a", "door/*", "test.echo", 0), trigger("b", "window/*", "test.echo", 0));
        publish("door/open", 1);
        Await.until("it is held back", () -> count("held") == 1);
        awaitCalls(20);
        assertThat(triggers.health().problems())
                .singleElement()
                .asString()
                .isEqualTo("The trigger 'a' is held back, as it was pulled more than 20 times in a minute. If its"
                        + " function causes what it waits for, narrow its 'on', else give it a cooldown.");
        publish("window/open", 1_000);
        awaitCalls(21);
        time.pass(Duration.ofSeconds(61));
        assertThat(triggers.health().problems()).isEmpty();
        publish("door/open", 1_000);
        awaitCalls(22);
    }

    @Test
    void callsAreMadeInOrderAndDroppedWhenTheQueueIsFull() {
        calls.gate = new CountDownLatch(1);
        Trigger[] many = new Trigger[5];
        for (int i = 0; i < many.length; i++) {
            many[i] = trigger("t" + i, "door/*", "test.echo", 0);
        }
        start(many);
        for (int i = 0; i < 20; i++) {
            publish("door/open", i);
        }
        assertThat(count("dropped")).as("one runs, 64 wait").isEqualTo(100 - 65);
        calls.gate.countDown();
        awaitCalls(65);
        assertThat(calls.recorded.stream().map(each -> (int) each.kwarg().get("n")))
                .isSorted();
    }

    @Test
    void aFailedCallIsCountedAndTheNextIsMade() {
        start(trigger("a", "door/open", "test.fail", 0), trigger("b", "door/open", "test.echo", 0));
        publish("door/open", 1);
        awaitCalls(2);
        assertThat(count("failed")).isEqualTo(1);
    }

    @Test
    void newSettingsApplyFromTheNextEventAndKeepCooldowns() {
        Trigger stays = trigger("a", "door/open", "test.echo", 300);
        start(stays);
        publish("door/open", 1);
        triggers.configure(new TriggerSettings(List.of(stays, trigger("b", "door/open", "test.ping", 0))));
        publish("door/open", 2);
        awaitCalls(2);
        assertThat(calls.recorded).extracting(Command::fun).containsExactly("test.echo", "test.ping");
    }

    @Test
    void closeInterruptsAHangingCall() {
        calls.gate = new CountDownLatch(1);
        start(trigger("a", "door/open", "test.echo", 0));
        publish("door/open", 1);
        Await.until("it hangs", () -> calls.recorded.size() == 1);
        triggers.close();
        publish("door/open", 2);
        assertThat(calls.recorded).hasSize(1);
    }

    @Test
    void manyLimitedTriggersAreOneProblemAndOneLogLine() {
        Trigger[] many = new Trigger[300];
        for (int i = 0; i < many.length; i++) {
            many[i] = trigger("t" + i, "door/*", "test.echo", 0);
        }
        calls.gate = new CountDownLatch(1); // only queued calls are made
        start(many);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(Triggers.class);
        log.start();
        logger.addAppender(log);
        try {
            for (int i = 0; i < RateLimiter.MOST_PER_MINUTE + 3; i++) {
                publish("door/open", i);
            }
            String held = "300 triggers are held back, as each was pulled more than 20 times in a minute: 't0', 't1',"
                    + " 't2', 't3', 't4' and 295 more. If its function causes what it waits for, narrow its 'on', else"
                    + " give it a cooldown.";
            assertThat(triggers.health().problems()).containsExactly(held);
            assertThat(log.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .filteredOn(each -> each.contains("held back"))
                    .containsExactly(held);
        } finally {
            calls.gate.countDown();
            logger.detachAppender(log);
        }
        assertThat(count("held")).isEqualTo(900);
    }

    @Test
    @Announces("are held back, as events have pulled them more than 1200 times in a minute together. If the functions")
    void triggersShareTheCallLimitWithLoggers() {
        start(trigger("a", "door/*", "test.echo", 0));
        for (int i = 1; i < EventCallLimit.MOST_PER_MINUTE; i++) {
            assertThat(limit.tryAcquire()).isTrue(); // calls of loggers
        }
        publish("door/open", 1);
        awaitCalls(1);
        assertThat(triggers.health().problems()).isEmpty();
        publish("door/open", 2);
        Await.until("it is held back", () -> count("held") == 1);
        assertThat(triggers.health().problems())
                .containsExactly("Loggers and triggers that events call are held back, as events have pulled them more"
                        + " than 1200 times in a minute together. If the functions of some cause the events that"
                        + " others wait for, narrow their 'on'.");
        time.pass(Duration.ofSeconds(60));
        assertThat(triggers.health().problems()).isEmpty();
        publish("door/open", 3);
        awaitCalls(2);
    }

    @Test
    @Announces("trigger 'big': test.echo not called for door/open: what its arguments take from the event has more")
    void aCallWithTooLongArgumentsIsRefusedAndCounted() {
        Object much = List.of("{data.x}".repeat(100));
        start(
                new Trigger("big", List.of("door/*"), List.of(), "test.echo", List.of(much), Map.of(), 0),
                trigger("small", "door/*", "test.echo", 0));
        events.publish("door/open", Map.of("x", "y".repeat(60_000), "n", 1));
        awaitCalls(1);
        assertThat(calls.recorded).hasSize(1);
        assertThat(count("refused")).isEqualTo(1);
    }

    @Test
    void queuedEventsTakeBoundedMemory() {
        calls.gate = new CountDownLatch(1);
        start(new Trigger("a", List.of("*"), List.of(), "test.echo", List.of("{tag}"), Map.of(), 0));
        List<String> much = Collections.nCopies(15_000, "x"); // 1 MiB in memory
        for (int i = 0; i < 10; i++) {
            events.publish("a/b", Map.of("k", much));
        }
        assertThat(count("dropped")).isBetween(5.0, 6.0);
        calls.gate.countDown();
        awaitCalls(10 - (int) count("dropped"));
    }

    @Test
    void anEventQueuedForManyTriggersTakesItsMemoryOnce() {
        calls.gate = new CountDownLatch(1);
        Trigger[] many = new Trigger[20];
        for (int i = 0; i < many.length; i++) {
            many[i] = new Trigger("t" + i, List.of("*"), List.of(), "test.echo", List.of("{tag}"), Map.of(), 0);
        }
        start(many);
        List<String> much = Collections.nCopies(15_000, "x"); // 1 MiB in memory
        for (int i = 0; i < 3; i++) {
            events.publish("a/b", Map.of("k", much));
        }
        assertThat(count("dropped")).isZero();
        calls.gate.countDown();
        awaitCalls(60);

        calls.gate = new CountDownLatch(1);
        triggers.configure(new TriggerSettings(List.of(many[0])));
        for (int i = 0; i < 10; i++) {
            events.publish("a/b", Map.of("k", much));
        }
        assertThat(count("dropped"))
                .as("the memory was given back, and no more")
                .isBetween(5.0, 6.0);
        calls.gate.countDown();
        awaitCalls(70 - (int) count("dropped"));
    }

    @Test
    void droppedCallsAreLoggedOnceUntilAMinuteWithoutDrops() {
        Trigger[] many = new Trigger[10];
        for (int i = 0; i < many.length; i++) {
            many[i] = trigger("t" + i, "door/*", "test.echo", 0);
        }
        start(many);
        Semaphore ends = new Semaphore(0);
        calls.body = command -> ends.acquireUninterruptibly();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(Triggers.class);
        log.start();
        logger.addAppender(log);
        try {
            publish("door/open", 0);
            Await.until("one runs", () -> calls.recorded.size() == 1);
            for (int i = 1; i < 7; i++) {
                publish("door/open", i);
            }
            for (int i = 0; i < 3; i++) {
                ends.release();
                int running = i + 2;
                Await.until("another one runs", () -> calls.recorded.size() == running);
                publish("door/open", i); // one of ten finds room
            }
            assertThat(count("dropped")).isEqualTo(5 + 3 * 9);
            assertThat(dropLines(log)).isEqualTo(1);
            time.pass(Duration.ofSeconds(61));
            publish("door/open", 1);
            assertThat(dropLines(log)).isEqualTo(2);
        } finally {
            ends.release(1_000);
            logger.detachAppender(log);
        }
        awaitCalls(68);
    }

    private static long dropLines(ListAppender<ILoggingEvent> log) {
        return log.list.stream()
                .filter(each -> each.getFormattedMessage().contains("trigger queue is full"))
                .count();
    }
}
