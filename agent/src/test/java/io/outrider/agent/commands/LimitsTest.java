package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.testkit.Announces;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of jobs: which may run, how many, and for how long. */
class LimitsTest {
    @TempDir
    Path folder;

    private JobsUnit unit;

    @BeforeEach
    void make() {
        unit = new JobsUnit(folder);
    }

    @AfterEach
    void stop() {
        unit.close();
    }

    @Test
    void jobsAboveTheLimitWait() {
        unit.settings = JobsUnit.limits(3, 100, 600, 16);
        unit.started();
        for (int i = 0; i < 20; i++) {
            unit.send("j" + i, "t.wait");
        }
        unit.broker.await(() -> unit.bodies.atOnce.get() == 3);
        assertThat(unit.metric("jobs_running")).isEqualTo(3);
        assertThat(unit.metric("jobs_waiting")).isEqualTo(17);
        unit.bodies.gate.countDown();
        for (int i = 0; i < 20; i++) {
            assertThat(unit.broker.reply("j" + i).path("return").asText()).isEqualTo("waited");
        }
        assertThat(unit.bodies.mostAtOnce).hasValue(3);
    }

    /** Without this it would wait for ever for the only slot. */
    @Test
    void aNestedCallUsesTheSlotOfItsCaller() {
        unit.settings = JobsUnit.limits(1, 100, 600, 16);
        unit.started();
        unit.send("1", "t.nest", 3);
        assertThat(unit.broker.reply("1").path("return").asText()).isEqualTo("the innermost");
        unit.broker.await(() -> unit.metric("jobs_running") == 0);
    }

    @Test
    void recursiveCallsEndAndTakeNoSlotsFromOthers() {
        unit.settings = JobsUnit.limits(2, 100, 600, 16);
        unit.started();
        for (int i = 0; i < 20; i++) {
            unit.send("nest" + i, "t.nest", 1_000_000);
        }
        unit.send("ping", "t.echo", "here");
        assertThat(unit.broker.reply("ping").path("return").asText()).isEqualTo("here");
        for (int i = 0; i < 20; i++) {
            assertThat(unit.broker.reply("nest" + i).path("return").asText())
                    .contains("t.nest is called by a call of a call of a call", "a logger that runs loggers");
        }
        assertThat(unit.bodies.mostAtOnce.get()).isLessThanOrEqualTo(2 * 4);
    }

    @Test
    void urgentJobsRunEvenIfAllSlotsAreTaken() throws InterruptedException {
        unit.settings = JobsUnit.limits(2, 100, 600, 16);
        unit.started();
        List<Thread> loggers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Command command = Command.now("l" + i, "t.wait", List.of(), Map.of());
            loggers.add(new Thread(() -> {
                try {
                    unit.jobs.call(command, Origin.LOGGER, progress -> {});
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        loggers.forEach(Thread::start);
        unit.broker.await(() -> unit.bodies.atOnce.get() == 6 && unit.metric("jobs_waiting") == 6);
        unit.send("why", "saltutil.running");
        assertThat(unit.broker.reply("why").path("return").toString()).contains("\"l5\"");
        unit.bodies.gate.countDown();
        for (Thread each : loggers) {
            each.join();
        }
    }

    @Test
    void aCommandBeyondTheQueueIsRejectedAsBusyForGood() {
        unit.settings = JobsUnit.limits(1, 1, 600, 16);
        unit.started();
        unit.deliver(JobsUnit.command("1", "t.wait"), JobsUnit.command("2", "t.wait"), JobsUnit.command("3", "t.wait"));
        JsonNode rejection = unit.broker.reply("3");
        assertThat(rejection.path("state").asText()).isEqualTo("rejected");
        assertThat(rejection.path("code").asText()).isEqualTo("BUSY");
        assertThat(rejection.path("message").asText()).contains("try again later");
        unit.bodies.gate.countDown();
        unit.broker.reply("2");
        unit.send("3", "t.wait");
        unit.broker.await(() -> unit.broker.replies("3").size() == 2);
        assertThat(unit.broker.replies("3")).containsOnly(rejection);
        assertThat(unit.bodies.runs("3")).isZero();
        assertThat(unit.acknowledged).hasValue(4);
        assertThat(unit.metric("jobs_rejected_total", "BUSY")).isEqualTo(1);
    }

    @Test
    void aTooLongNameIsRejectedInEveryForm() {
        unit.started();
        String name = "x".repeat(201);
        unit.deliver(
                "{\"jid\":\"1\",\"fun\":\"" + name + "\"}",
                "{\"jid\":\"2\",\"fun\":\"'" + "x ".repeat(101) + "' 7\"}",
                "{\"jid\":\"3\",\"fun\":\"" + name.substring(1) + "\"}",
                "{\"jid\":\"4\",\"fun\":\"t.echo " + "y".repeat(1_000) + "\"}");
        for (String jid : List.of("1", "2")) {
            assertThat(unit.broker.reply(jid).path("code").asText()).isEqualTo("INVALID");
            assertThat(unit.broker.reply(jid).path("message").asText()).contains("at most 200 characters");
        }
        assertThat(unit.broker.reply("3").path("retcode").asInt()).isEqualTo(254);
        assertThat(unit.broker.reply("4").path("return").asText()).hasSize(1_000);
    }

    @Test
    void aLongNameFromALocalCallerCountsAsWeight() {
        unit.started();
        Command command = Command.now("1", "x".repeat(250_000), List.of(), Map.of());
        assertThat(new Job(command, Origin.LOCAL, null, null, 0, null).weight).isGreaterThan(250_000);
    }

    @Test
    void aDeniedFunctionGetsAnErrorAndIsNotRun() throws InterruptedException {
        unit.settings = new JobSettings(List.of("t.*", "saltutil.*"), List.of("t.e?ho"), null, null, null, null, null);
        unit.started();
        unit.send("1", "t.echo");
        JsonNode reply = unit.broker.reply("1");
        assertThat(reply.path("return").asText())
                .isEqualTo("ERROR: the unit's owner does not allow t.echo ([jobs] allow/deny)");
        assertThat(reply.path("retcode").asInt()).isEqualTo(1);
        assertThat(reply.path("success").asBoolean()).isFalse();
        assertThat(unit.broker.states("1")).isEmpty();
        Return local =
                unit.jobs.call(Command.now(unit.jobs.newJid(), "t.echo", List.of(), Map.of()), Origin.LOCAL, p -> {});
        assertThat(local.value()).isEqualTo(reply.path("return"));
        assertThat(unit.bodies.runs).isEmpty();
        unit.jobs.configure(JobSettings.defaults());
        unit.send("2", "t.echo", "now");
        assertThat(unit.broker.reply("2").path("return").asText()).isEqualTo("now");
    }

    @Test
    void anExpiredCommandIsRejectedWithBothTimes() {
        unit.started();
        unit.deliver("{\"jid\":\"1\",\"fun\":\"t.echo\",\"expires\":\"2026-01-31T11:59:59Z\"}");
        JsonNode rejection = unit.broker.reply("1");
        assertThat(rejection.path("code").asText()).isEqualTo("EXPIRED");
        assertThat(rejection.path("message").asText())
                .contains("2026-01-31T11:59:59Z", "2026-01-31T12:00:00Z", "clocks is wrong");
        assertThat(unit.bodies.runs("1")).isZero();
    }

    @Test
    void aCommandThatExpiresWhileItWaitsIsRejected() {
        unit.settings = JobsUnit.limits(1, 10, 600, 16);
        unit.started();
        unit.send("1", "t.wait");
        unit.awaitRun("1");
        unit.deliver("{\"jid\":\"2\",\"fun\":\"t.echo\",\"expires\":\"2026-01-31T12:00:10Z\"}");
        unit.now.set(unit.now.get().plusSeconds(11));
        unit.bodies.gate.countDown();
        assertThat(unit.broker.reply("2").path("code").asText()).isEqualTo("EXPIRED");
        assertThat(unit.bodies.runs("2")).isZero();
    }

    @Test
    @Announces("job 1 was issued at .* one of the clocks is wrong")
    void aCommandIssuedInTheFutureRuns() {
        unit.started();
        unit.deliver("{\"jid\":\"1\",\"fun\":\"t.echo\",\"issued\":\"2026-01-31T12:02:00Z\"}");
        assertThat(unit.broker.reply("1").path("success").asBoolean()).isTrue();
    }

    @Test
    @Announces("a command without a usable jid was dropped")
    void anInvalidCommandIsRejectedOrLogged() {
        unit.started();
        unit.deliver("nonsense", "{\"jid\":\"1\",\"fun\":\"t.echo\",\"kwarg\":7}", JobsUnit.command("2", "t.echo", 1));
        assertThat(unit.broker.reply("1").path("code").asText()).isEqualTo("INVALID");
        assertThat(unit.broker.reply("2").path("return").asInt()).isEqualTo(1);
        assertThat(unit.acknowledged).hasValue(3);
        assertThat(unit.metric("jobs_rejected_total", "INVALID")).isEqualTo(2);
    }

    @Test
    void aWaitingJobThatBecomesDeniedIsNotRun() {
        unit.settings = JobsUnit.limits(1, 10, 600, 16);
        unit.started();
        unit.deliver(
                JobsUnit.command("1", "t.wait"),
                JobsUnit.command("2", "t.echo", "x"),
                JobsUnit.command("3", "t.echo", "x"));
        unit.awaitRun("1");
        unit.jobs.configure(new JobSettings(null, List.of("t.echo"), 1, 10, 600, Map.of(), 16));
        unit.bodies.gate.countDown();
        for (String jid : List.of("2", "3")) {
            assertThat(unit.broker.reply(jid).path("return").asText())
                    .isEqualTo("ERROR: the unit's owner does not allow t.echo ([jobs] allow/deny)");
            assertThat(unit.bodies.runs(jid)).isZero();
        }
        unit.broker.await(() -> unit.metric("jobs_ended_total", "denied") == 2);
    }

    @Test
    void aJobDeniedAfterARestartIsNotRun() {
        unit.settings = JobsUnit.limits(1, 10, 600, 16);
        unit.started();
        unit.deliver(JobsUnit.command("1", "t.wait"), JobsUnit.command("2", "t.echo", "x"));
        unit.awaitRun("1");
        unit.settings = new JobSettings(null, List.of("t.echo"), 1, 10, 600, Map.of(), 16);
        unit.restart();
        assertThat(unit.broker.reply("2").path("return").asText()).contains("does not allow t.echo");
        assertThat(unit.bodies.runs("2")).isZero();
    }

    @Test
    void aJobThatTakesTooLongIsStoppedInTime() {
        unit.settings = new JobSettings(null, null, null, null, 600, Map.of("t.*", 600, "t.wait", 1), null);
        unit.started();
        long start = System.nanoTime();
        unit.send("1", "t.wait");
        JsonNode reply = unit.broker.reply("1");
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("not sooner than it may run, and long before the other limits")
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(20));
        assertThat(reply.path("return").asText()).isEqualTo("ERROR: t.wait took longer than 1 s and was stopped");
        assertThat(reply.path("retcode").asInt()).isEqualTo(1);
        unit.broker.await(() -> unit.metric("jobs_ended_total", "limit") == 1);
    }

    @Test
    void evenUrgentJobsAreLimited() {
        unit.started();
        String[] commands = new String[100];
        java.util.Arrays.setAll(commands, i -> JobsUnit.command("u" + i, "saltutil.running"));
        unit.deliver(commands);
        assertThat(unit.broker.reply("u99").path("code").asText()).isEqualTo("BUSY");
        assertThat(unit.broker.reply("u63").path("success").asBoolean()).isTrue();
    }

    @Test
    void aFullJournalIsNotFilledFurtherByItsRefusals() {
        unit.bounds = new Journal.Bounds(1 << 20, 100, 50_000, 1_000, Duration.ofDays(14));
        unit.started();
        unit.send("1", "t.echo", "x".repeat(200));
        unit.broker.reply("1");
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        unit.restart(); // pending flushes are done
        double bytes = unit.metric("jobs_journal_bytes");
        for (int i = 2; i < 12; i++) {
            unit.send("" + i, i == 3 ? "saltutil.running" : "t.echo");
            assertThat(unit.broker.reply("" + i).path("code").asText()).isEqualTo("BUSY");
        }
        assertThat(unit.metric("jobs_journal_bytes")).isEqualTo(bytes);
        assertThat(unit.acknowledged).hasValue(11);
    }

    @Test
    @Announces("job 1 .t.hang. still runs 5 s after its interrupt")
    @Announces("abandoned job 1 .t.hang. has ended")
    @Tag("slow")
    void aHangingJobIsAbandonedWithAnErrorAndCounted() {
        unit.settings = JobsUnit.limits(1, 10, 1, 1);
        unit.started();
        unit.send("1", "t.hang");
        unit.send("2", "t.echo", "after");
        assertThat(unit.broker.reply("1").path("return").asText())
                .isEqualTo("ERROR: t.hang took longer than 1 s and was stopped");
        assertThat(unit.broker.reply("2").path("return").asText()).isEqualTo("after");
        assertThat(unit.metric("jobs_abandoned")).isEqualTo(1);
        assertThat(unit.jobs.health().problems()).singleElement().asString().contains("Job 1 (t.hang) hangs");
        unit.send("3", "t.echo");
        assertThat(unit.broker.reply("3").path("code").asText()).isEqualTo("BUSY");
        unit.send("4", "saltutil.running");
        assertThat(unit.broker.reply("4").path("return").toString()).contains("\"state\":\"abandoned\"");
        unit.bodies.hang.countDown();
        unit.broker.await(() -> unit.metric("jobs_abandoned") == 0);
        assertThat(unit.jobs.health().problems()).isEmpty();
        unit.send("5", "t.echo", "again");
        assertThat(unit.broker.reply("5").path("return").asText()).isEqualTo("again");
        assertThat(unit.broker.replies("1")).hasSize(1);
    }

    @Test
    void settingsOutOfRangeAreRejectedByName() {
        unit.started();
        assertThatThrownBy(() -> JobsUnit.limits(0, 1, 1, 1)).hasMessage("running: 0 is not from 1 to 256");
        assertThatThrownBy(() -> new JobSettings(null, List.of(" "), null, null, null, null, null))
                .hasMessageStartingWith("deny: a pattern is empty");
        assertThatThrownBy(() -> new JobSettings(null, null, null, null, null, Map.of("a.*", 0), null))
                .hasMessage("limits.a.*: 0 is not from 1 to 604800");
        assertThat(JobSettings.defaults().secondsFor("state.sls")).isEqualTo(14_400);
        assertThat(JobSettings.defaults().secondsFor("t.echo")).isEqualTo(600);
    }
}
