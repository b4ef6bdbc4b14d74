package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cancels, {@code saltutil.kill_job}, interrupted callers and the stop of the agent. */
class CancelTest {
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
    void aCancelledJobReturnsAnErrorWhetherItRunsOrWaits() {
        unit.settings = JobsUnit.limits(1, 10, 600, 16);
        unit.started();
        unit.deliver(JobsUnit.command("1", "t.wait"), JobsUnit.command("2", "t.wait"));
        unit.awaitRun("1");
        unit.deliver("{\"jid\":\"2\",\"cancel\":true}", "{\"jid\":\"1\",\"cancel\":true}");
        for (String jid : List.of("1", "2")) {
            assertThat(unit.broker.reply(jid).path("return").asText()).startsWith("ERROR: cancelled;");
        }
        assertThat(unit.bodies.runs("2")).isZero();
        unit.deliver("{\"jid\":\"2\",\"cancel\":true}");
        unit.broker.await(() -> unit.broker.replies("2").size() == 2);
        assertThat(unit.broker.replies("2").get(0))
                .isEqualTo(unit.broker.replies("2").get(1));
    }

    @Test
    void aCancelBeforeItsCommandIsRemembered() {
        unit.started();
        unit.deliver("{\"jid\":\"9\",\"cancel\":true}");
        assertThat(unit.acknowledged).hasValue(1);
        unit.send("9", "t.echo", "runs");
        assertThat(unit.broker.reply("9").path("return").asText()).isEqualTo("ERROR: cancelled before it began");
        unit.deliver(
                JobsUnit.command("10", "t.echo"),
                "{\"jid\":\"10\",\"cancel\":true}",
                JobsUnit.command("11", "t.echo", 1));
        assertThat(unit.broker.reply("10").path("return").asText()).isEqualTo("ERROR: cancelled before it began");
        assertThat(unit.broker.reply("11").path("return").asInt()).isEqualTo(1);
        assertThat(unit.bodies.runs("9") + unit.bodies.runs("10")).isZero();
        assertThat(unit.acknowledged).hasValue(5);
    }

    @Test
    void aCancelIsAcknowledgedAfterItIsDone() {
        unit.settings = JobsUnit.limits(1, 10, 600, 16);
        unit.started();
        unit.deliver(JobsUnit.command("1", "t.wait"), JobsUnit.command("2", "t.wait"));
        unit.awaitRun("1");
        AtomicReference<Integer> waitingThen = new AtomicReference<>();
        byte[] cancel = "{\"jid\":\"2\",\"cancel\":true}".getBytes(StandardCharsets.UTF_8);
        unit.jobs.accept(List.of(new InboundMessage(
                "command", cancel, false, () -> waitingThen.set((int) unit.metric("jobs_waiting")))));
        assertThat(waitingThen).hasValue(0);
    }

    /** The crash is a copy of the folder at the moment of the acknowledgement. */
    @Test
    void aJobWithAnAcknowledgedCancelIsNotRunAfterACrash() throws Exception {
        CountDownLatch starts = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        unit = new JobsUnit(folder.resolve("jobs"));
        unit.settings = JobsUnit.limits(1, 10, 600, 16);
        unit.fault = point -> {
            if (point == FaultInjector.Point.STARTED) {
                starts.countDown();
                awaitQuietly(cancelled);
            }
        };
        unit.broker.connected = false; // else a reply could be sent and would not be requested again
        unit.started();
        unit.deliver(JobsUnit.command("starts", "t.echo", "ran"), JobsUnit.command("waits", "t.echo", "ran"));
        starts.await();
        for (String jid : List.of("starts", "waits")) {
            byte[] cancel = ("{\"jid\":\"" + jid + "\",\"cancel\":true}").getBytes(StandardCharsets.UTF_8);
            unit.jobs.accept(List.of(
                    new InboundMessage("command", cancel, false, () -> copy(folder.resolve("killed after " + jid)))));
        }
        cancelled.countDown();
        for (String jid : List.of("starts", "waits")) {
            try (JobsUnit next =
                    new JobsUnit(folder.resolve("killed after " + jid).resolve("jobs")).started()) {
                assertThat(next.broker.reply(jid).path("return").asText()).startsWith("ERROR: cancelled");
                assertThat(next.bodies.runs(jid)).isZero();
            }
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void copy(Path target) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.filter(Files::isRegularFile)
                    .filter(each -> !each.toString().contains("killed"))
                    .toList()) {
                Path to = target.resolve(folder.relativize(each));
                Files.createDirectories(to.getParent());
                Files.copy(each, to);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void earlyCancelsAreForgottenAfterAThousandOthersOrTenMinutes() {
        unit.started();
        AtomicReference<Long> now = new AtomicReference<>(0L);
        EarlyCancels cancels = new EarlyCancels(new io.outrider.api.Ticker() {
            @Override
            public long nanos() {
                return now.get();
            }

            @Override
            public void sleep(long nanos) {
                throw new AssertionError("nobody sleeps here");
            }
        });
        for (int i = 0; i <= 1_000; i++) {
            cancels.add("j" + i);
        }
        assertThat(cancels.remove("j0")).isFalse();
        assertThat(cancels.remove("j1")).isTrue();
        assertThat(cancels.remove("j1")).isFalse();
        now.set(Duration.ofMinutes(10).toNanos());
        assertThat(cancels.remove("j2")).isFalse();
    }

    @Test
    void jobsAreListedFoundAndKilledEvenIfAllSlotsAreTaken() {
        unit.settings = JobsUnit.limits(1, 10, 600, 16);
        unit.started();
        unit.send("1", "t.wait");
        unit.awaitRun("1");
        unit.send("2", "t.echo", "x");
        unit.send("3", "saltutil.running");
        JsonNode running = unit.broker.reply("3").path("return");
        assertThat(running.get(0).path("jid").asText()).isEqualTo("1");
        assertThat(running.get(0).path("fun").asText()).isEqualTo("t.wait");
        assertThat(running.get(0).path("origin").asText()).isEqualTo("fleet");
        assertThat(running.get(0).path("state").asText()).isEqualTo("running");
        assertThat(running.get(1).path("state").asText()).isEqualTo("waiting");
        assertThat(running.get(1).path("arg").toString()).isEqualTo("[\"x\"]");
        unit.send("4", "saltutil.kill_job", "1");
        assertThat(unit.broker.reply("4").path("success").asBoolean()).isTrue();
        JsonNode killed = unit.broker.reply("1");
        assertThat(killed.path("return").asText()).startsWith("ERROR: cancelled;");
        unit.send("5", "saltutil.find_job", "1");
        assertThat(unit.broker.reply("5").path("return")).isEqualTo(killed);
        unit.send("6", "saltutil.find_job", "7");
        assertThat(unit.broker.reply("6").path("return").toString()).isEqualTo("{}");
        unit.send("8", "saltutil.kill_job", "7");
        assertThat(unit.broker.reply("8").path("return").asText()).contains("no job 7 waits or runs");
    }

    @Test
    void interruptingALocalCallerCancelsItsJob() throws InterruptedException {
        unit.started();
        String jid = unit.jobs.newJid();
        assertThat(jid).matches("20260131120000[0-9]{6}");
        CountDownLatch interrupted = new CountDownLatch(1);
        Thread caller = new Thread(() -> {
            try {
                unit.jobs.call(Command.now(jid, "t.wait", List.of(), Map.of()), Origin.LOCAL, each -> {});
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        caller.start();
        unit.awaitRun(jid);
        caller.interrupt();
        interrupted.await();
        unit.broker.await(() -> unit.observed.size() == 1);
        assertThat(unit.observed.get(0).value().asText()).startsWith("ERROR: cancelled;");
        assertThat(unit.broker.messages()).isEmpty();
    }

    @Test
    void allCallersGetAReturnWhenTheAgentStops() throws InterruptedException {
        unit.settings = JobsUnit.limits(1, 10, 600, 16);
        unit.started();
        unit.send("1", "t.wait");
        unit.awaitRun("1");
        AtomicReference<Return> reply = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                reply.set(unit.jobs.call(
                        Command.now(unit.jobs.newJid(), "t.wait", List.of(), Map.of()), Origin.LOCAL, each -> {}));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        caller.start();
        unit.broker.await(() -> unit.metric("jobs_waiting") == 1);
        long start = System.nanoTime();
        unit.jobs.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10)); // the limit is 600
        caller.join();
        assertThat(reply.get().value().asText()).isEqualTo("ERROR: the agent was stopped");
        assertThat(unit.broker.reply("1").path("return").asText()).isEqualTo("ERROR: the agent was stopped");
    }
}
