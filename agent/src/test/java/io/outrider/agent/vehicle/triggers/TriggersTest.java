package io.outrider.agent.vehicle.triggers;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.node.BooleanNode;
import io.outrider.agent.commands.Caller;
import io.outrider.agent.commands.Origin;
import io.outrider.agent.operator.api.MetricsDocument;
import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.vehicle.state.VehicleSettings;
import io.outrider.agent.vehicle.state.VehicleState;
import io.outrider.api.Failure;
import io.outrider.api.Metric;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
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
    private final EventBus occurrences = new EventBus(time.clock());
    private final VehicleState vehicle =
            new VehicleState(VehicleSettings.defaults(), time.ticker(), occurrences, (utc, at) -> {});
    private final Recorded calls = new Recorded();
    private final EventCallLimit limit = new EventCallLimit(time.ticker());
    private Triggers triggers;

    /** Mock of the jobs, whose own tests are theirs: notes what is called. */
    private final class Recorded implements Caller {
        final List<Command> made = new CopyOnWriteArrayList<>();
        final AtomicInteger jids = new AtomicInteger();
        volatile Consumer<Command> body = command -> {};
        volatile CountDownLatch gate = new CountDownLatch(0);

        @Override
        public Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress)
                throws InterruptedException {
            assertThat(origin).isEqualTo(Origin.TRIGGER);
            made.add(command);
            gate.await();
            body.accept(command);
            boolean good = !command.fun().equals("test.fail");
            Failure failure = good ? null : new Failure(Failure.Actor.VEHICLE, "NO_DATA", "nobody answered");
            return new Return(
                    command.jid(),
                    command.fun(),
                    List.of(),
                    BooleanNode.TRUE,
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
        occurrences.listen(triggers);
    }

    private void say(String tag, int n) {
        occurrences.say(tag, Map.of("n", n));
    }

    private double count(String outcome) {
        return triggers.health().metrics().stream()
                .filter(each -> each.labels().containsValue(outcome))
                .mapToDouble(Metric::value)
                .findFirst()
                .orElseThrow();
    }

    private void ended(int calls) {
        Await.until(calls + " calls have ended", () -> count("done") + count("failed") == calls);
    }

    @AfterEach
    void close() {
        triggers.close();
    }

    @Test
    void anEventThatFitsCallsTheFunctionWithWhatItKnows() throws Exception {
        start(trigger("a", "door/*", "test.echo", 0), trigger("b", "do?r/open/*", "test.echo", 0));
        say("door/open", 1);
        say("window/open", 2);
        say("door/open/wide", 3);
        ended(3);
        assertThat(calls.made)
                .extracting(Command::fun, Command::arg, Command::kwarg)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("test.echo", List.of("door/open"), Map.of("n", 1)),
                        org.assertj.core.groups.Tuple.tuple("test.echo", List.of("door/open/wide"), Map.of("n", 3)),
                        org.assertj.core.groups.Tuple.tuple("test.echo", List.of("door/open/wide"), Map.of("n", 3)));
        new MetricsDocument().assertDocuments(List.of(triggers.health()));
    }

    @Test
    void itIsCalledOnlyWhileItsConditionsHold() {
        start(trigger("a", "door/open", "test.echo", 0, "engine/not_running"));
        say("door/open", 1);
        vehicle.silent("asleep");
        say("door/open", 2);
        ended(1);
        assertThat(calls.made.get(0).kwarg()).containsEntry("n", 2);
    }

    @Test
    void theEventThatMakesAConditionTrueIsOneForIt() {
        start(trigger("a", "vehicle/engine/*", "test.echo", 0, "engine/not_running"));
        vehicle.silent("asleep");
        ended(1);
    }

    @Test
    void afterACallThereIsNoneForTheCooldown() {
        start(trigger("a", "door/open", "test.echo", 300));
        for (int i = 0; i < 10; i++) {
            say("door/open", i);
            time.pass(Duration.ofSeconds(50));
        }
        ended(2);
        assertThat(calls.made).extracting(each -> each.kwarg().get("n")).containsExactly(0, 6);
        assertThat(triggers.health().problems()).isEmpty();
    }

    @Test
    void aTriggerThatSetsItselfOffIsHeldBackAndSaysSo() {
        calls.body = command -> {
            if (!command.kwarg().get("n").equals(1_000)) {
                say("door/open", 1 + (int) command.kwarg().get("n"));
            }
        };
        start(trigger("a", "door/*", "test.echo", 0), trigger("b", "window/*", "test.echo", 0));
        say("door/open", 1);
        Await.until("it is held back", () -> count("held") == 1);
        ended(20);
        assertThat(triggers.health().problems())
                .singleElement()
                .asString()
                .isEqualTo("The trigger 'a' is held back, as it was pulled more than 20 times in a minute. If its"
                        + " function causes what it waits for, narrow its 'on', else give it a cooldown.");
        say("window/open", 1_000);
        ended(21);
        time.pass(Duration.ofSeconds(61));
        assertThat(triggers.health().problems()).isEmpty();
        say("door/open", 1_000);
        ended(22);
    }

    @Test
    void callsAreMadeInOrderAndTooManyAreDropped() {
        calls.gate = new CountDownLatch(1);
        Trigger[] many = new Trigger[5];
        for (int i = 0; i < many.length; i++) {
            many[i] = trigger("t" + i, "door/*", "test.echo", 0);
        }
        start(many);
        for (int i = 0; i < 20; i++) {
            say("door/open", i);
        }
        assertThat(count("dropped")).as("one runs, 64 wait").isEqualTo(100 - 65);
        calls.gate.countDown();
        ended(65);
        assertThat(calls.made.stream().map(each -> (int) each.kwarg().get("n"))).isSorted();
    }

    @Test
    void aCallThatFailsIsCountedAndTheNextIsMade() {
        start(trigger("a", "door/open", "test.fail", 0), trigger("b", "door/open", "test.echo", 0));
        say("door/open", 1);
        ended(2);
        assertThat(count("failed")).isEqualTo(1);
    }

    @Test
    void newSettingsHoldFromTheNextEventOnAndKeepTheCooldownOfWhatStays() {
        Trigger stays = trigger("a", "door/open", "test.echo", 300);
        start(stays);
        say("door/open", 1);
        triggers.configure(new TriggerSettings(List.of(stays, trigger("b", "door/open", "test.ping", 0))));
        say("door/open", 2);
        ended(2);
        assertThat(calls.made).extracting(Command::fun).containsExactly("test.echo", "test.ping");
    }

    @Test
    void aCallThatHangsEndsWithTheDaemon() {
        calls.gate = new CountDownLatch(1);
        start(trigger("a", "door/open", "test.echo", 0));
        say("door/open", 1);
        Await.until("it hangs", () -> calls.made.size() == 1);
        triggers.close();
        say("door/open", 2);
        assertThat(calls.made).hasSize(1);
    }

    @Test
    void manyThatAreHeldBackAreOneProblemAndOneLineOfTheLog() {
        Trigger[] many = new Trigger[300];
        for (int i = 0; i < many.length; i++) {
            many[i] = trigger("t" + i, "door/*", "test.echo", 0);
        }
        calls.gate = new CountDownLatch(1); // so that only those that may wait are made
        start(many);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(Triggers.class);
        log.start();
        logger.addAppender(log);
        try {
            for (int i = 0; i < RateLimiter.MOST_PER_MINUTE + 3; i++) {
                say("door/open", i);
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
    void triggersAreHeldBackWhileTheyAndTheLoggersAreCalledTooOftenTogether() {
        start(trigger("a", "door/*", "test.echo", 0));
        for (int i = 1; i < EventCallLimit.MOST_PER_MINUTE; i++) {
            assertThat(limit.take()).isTrue(); // by loggers
        }
        say("door/open", 1);
        ended(1);
        assertThat(triggers.health().problems()).isEmpty();
        say("door/open", 2);
        Await.until("it is held back", () -> count("held") == 1);
        assertThat(triggers.health().problems())
                .containsExactly("Loggers and triggers that events call are held back, as events have pulled them more"
                        + " than 1200 times in a minute together. If the functions of some cause the events that"
                        + " others wait for, narrow their 'on'.");
        time.pass(Duration.ofSeconds(60));
        assertThat(triggers.health().problems()).isEmpty();
        say("door/open", 3);
        ended(2);
    }

    @Test
    @Announces(
            "the trigger 'big' did not call test.echo for door/open: what its arguments take from the event has more")
    void aCallThatTheEventMakesTooLongIsNotMadeAndCounted() {
        Object much = List.of("{data.x}".repeat(100));
        start(
                new Trigger("big", List.of("door/*"), List.of(), "test.echo", List.of(much), Map.of(), 0),
                trigger("small", "door/*", "test.echo", 0));
        occurrences.say("door/open", Map.of("x", "y".repeat(60_000), "n", 1));
        ended(1);
        assertThat(calls.made).hasSize(1);
        assertThat(count("refused")).isEqualTo(1);
    }

    @Test
    void eventsThatWaitForTriggersTakeABoundedMemory() {
        calls.gate = new CountDownLatch(1);
        start(new Trigger("a", List.of("*"), List.of(), "test.echo", List.of("{tag}"), Map.of(), 0));
        List<String> much = Collections.nCopies(15_000, "x"); // 1 MiB in memory
        for (int i = 0; i < 10; i++) {
            occurrences.say("a/b", Map.of("k", much));
        }
        assertThat(count("dropped")).isBetween(5.0, 6.0);
        calls.gate.countDown();
        ended(10 - (int) count("dropped"));
    }

    @Test
    void anEventThatManyTriggersWaitForTakesItsMemoryOnce() {
        calls.gate = new CountDownLatch(1);
        Trigger[] many = new Trigger[20];
        for (int i = 0; i < many.length; i++) {
            many[i] = new Trigger("t" + i, List.of("*"), List.of(), "test.echo", List.of("{tag}"), Map.of(), 0);
        }
        start(many);
        List<String> much = Collections.nCopies(15_000, "x"); // 1 MiB in memory
        for (int i = 0; i < 3; i++) {
            occurrences.say("a/b", Map.of("k", much));
        }
        assertThat(count("dropped")).isZero();
        calls.gate.countDown();
        ended(60);

        calls.gate = new CountDownLatch(1);
        triggers.configure(new TriggerSettings(List.of(many[0])));
        for (int i = 0; i < 10; i++) {
            occurrences.say("a/b", Map.of("k", much));
        }
        assertThat(count("dropped"))
                .as("the memory was given back, and no more")
                .isBetween(5.0, 6.0);
        calls.gate.countDown();
        ended(70 - (int) count("dropped"));
    }

    @Test
    void ofCallsThatAreDroppedTheLogHasOneLineUntilThereWereNoneForAMinute() {
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
            say("door/open", 0);
            Await.until("one runs", () -> calls.made.size() == 1);
            for (int i = 1; i < 7; i++) {
                say("door/open", i);
            }
            for (int i = 0; i < 3; i++) {
                ends.release();
                int running = i + 2;
                Await.until("another one runs", () -> calls.made.size() == running);
                say("door/open", i); // of ten one takes its place
            }
            assertThat(count("dropped")).isEqualTo(5 + 3 * 9);
            assertThat(dropLines(log)).isEqualTo(1);
            time.pass(Duration.ofSeconds(61));
            say("door/open", 1);
            assertThat(dropLines(log)).isEqualTo(2);
        } finally {
            ends.release(1_000);
            logger.detachAppender(log);
        }
        ended(68);
    }

    private static long dropLines(ListAppender<ILoggingEvent> log) {
        return log.list.stream()
                .filter(each -> each.getFormattedMessage().contains("wait already"))
                .count();
    }
}
