package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Inhibition;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.wire.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inhibition of sleep by jobs that wait or run. */
class JobInhibitionTest {
    @TempDir
    Path folder;

    private static List<Inhibition> held(JobsUnit unit) {
        return unit.inhibitions.active(Activity.SLEEP);
    }

    @Test
    void aJobOfTheFleetInhibitsSleepUntilItsEndAndForItsLimitAtMost() {
        try (JobsUnit unit = new JobsUnit(folder)) {
            unit.settings = JobsUnit.limits(8, 100, 300, 16);
            unit.started();
            unit.send("1", "t.wait");
            unit.broker.await(() -> unit.bodies.atOnce.get() == 1);
            assertThat(held(unit)).singleElement().satisfies(each -> {
                assertThat(each.owner()).isEqualTo("jobs");
                assertThat(each.reason()).isEqualTo("job t.wait");
                assertThat(each.remaining().toSeconds()).isBetween(200L, 300L);
            });
            unit.bodies.gate.countDown();
            unit.broker.reply("1");
            Await.until("the inhibition has ended", () -> held(unit).isEmpty());
        }
    }

    @Test
    void aJobThatWaitsForASlotInhibitsSleepOnceAndSoItDoesWhenItRuns() {
        try (JobsUnit unit = new JobsUnit(folder)) {
            unit.settings = JobsUnit.limits(1, 100, 300, 16);
            unit.started();
            unit.send("1", "t.wait");
            unit.send("2", "t.wait");
            unit.broker.await(() -> unit.bodies.atOnce.get() == 1 && unit.metric("jobs_waiting") == 1);
            assertThat(held(unit)).hasSize(2);
            unit.bodies.gate.countDown();
            unit.broker.reply("2");
            Await.until("no inhibition is left", () -> held(unit).isEmpty());
        }
    }

    @Test
    void aJobThatIsCancelledWhileItWaitsForASlotInhibitsNothingAnyMore() {
        try (JobsUnit unit = new JobsUnit(folder)) {
            unit.settings = JobsUnit.limits(1, 100, 300, 16);
            unit.started();
            unit.send("1", "t.wait");
            unit.send("2", "t.echo");
            unit.broker.await(() -> unit.bodies.atOnce.get() == 1 && unit.metric("jobs_waiting") == 1);
            assertThat(held(unit)).extracting(Inhibition::reason).containsExactlyInAnyOrder("job t.wait", "job t.echo");
            assertThat(unit.jobs.cancel("2")).isTrue();
            unit.broker.reply("2");
            Await.until("that of the other is left", () -> held(unit).size() == 1);
            assertThat(held(unit)).extracting(Inhibition::reason).containsExactly("job t.wait");
        }
    }

    @Test
    void aCallOfAPersonThatWaitsForASlotInhibitsSleepAndIsNoJobOfTheFleet() throws Exception {
        try (JobsUnit unit = new JobsUnit(folder)) {
            unit.settings = JobsUnit.limits(1, 100, 300, 16);
            unit.started();
            unit.send("1", "t.wait");
            unit.broker.await(() -> unit.bodies.atOnce.get() == 1);
            double accepted = unit.metric("jobs_accepted_total");
            Command command = Command.now(unit.jobs.newJid(), "t.wait", List.of(), Map.of());
            Thread caller = new Thread(() -> call(unit, command, Origin.LOCAL), "caller");
            caller.start();
            Await.until("it inhibits", () -> held(unit).size() == 2);
            assertThat(unit.metric("jobs_accepted_total")).isEqualTo(accepted).isEqualTo(1);
            unit.bodies.gate.countDown();
            caller.join();
            Await.until("no inhibition is left", () -> held(unit).isEmpty());
        }
    }

    @Test
    void jobsOfPeopleAndTriggersInhibitSleepAndThoseOfLoggersAndModulesDoNot() throws Exception {
        try (JobsUnit unit = new JobsUnit(folder).started()) {
            int running = 0;
            for (Origin origin : List.of(Origin.LOCAL, Origin.TRIGGER, Origin.LOGGER, Origin.MODULE)) {
                Command command = Command.now(unit.jobs.newJid(), "t.wait", List.of(), Map.of());
                Thread caller = new Thread(() -> call(unit, command, origin), "caller " + origin);
                caller.start();
                int count = ++running;
                unit.broker.await(() -> unit.bodies.atOnce.get() == count);
            }
            assertThat(held(unit)).hasSize(2);
            unit.bodies.gate.countDown();
            Await.until("none is left", () -> held(unit).isEmpty() && unit.metric("jobs_running") == 0);
        }
    }

    private static void call(JobsUnit unit, Command command, Origin origin) {
        try {
            unit.jobs.call(command, origin, progress -> {});
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Announces("abandoned")
    void aJobThatOutlivesItsEndInhibitsNothing() {
        try (JobsUnit unit = new JobsUnit(folder)) {
            unit.settings = JobsUnit.limits(8, 100, 600, 16);
            unit.started();
            unit.send("1", "t.hang");
            unit.broker.await(() -> unit.bodies.atOnce.get() == 1);
            assertThat(held(unit)).hasSize(1);
            assertThat(unit.jobs.cancel("1")).isTrue();
            unit.broker.reply("1");
            Await.until("the inhibition has ended", () -> held(unit).isEmpty());
            unit.bodies.hang.countDown();
            unit.broker.await(() -> unit.bodies.atOnce.get() == 0);
        }
    }
}
