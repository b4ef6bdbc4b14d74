package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.testkit.Announces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Commands and replies over redelivery, restarts, link outages and full disks. */
class ReceivedCommandTest {
    @TempDir
    Path folder;

    private JobsUnit unit;

    @BeforeEach
    void make() {
        unit = new JobsUnit(folder.resolve("jobs"));
    }

    @AfterEach
    void stop() {
        unit.close();
    }

    @Test
    void aCommandDeliveredTwiceRunsOnceAndGetsTwoReplies() {
        unit.started();
        String command = JobsUnit.command("1", "t.echo", 7);
        unit.deliver(command, command);
        unit.broker.reply("1");
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0); // one in flight is not sent twice
        int before = unit.broker.replies("1").size();
        unit.deliver(command);
        unit.broker.await(() -> unit.broker.replies("1").size() == before + 1);
        unit.restart();
        unit.deliver(command);
        unit.broker.await(() -> unit.broker.replies("1").size() == before + 2);
        assertThat(unit.broker.replies("1").stream().distinct()).hasSize(1);
        assertThat(unit.bodies.runs("1")).isEqualTo(1);
        assertThat(unit.acknowledged).hasValue(4);
    }

    @Test
    void aCommandDeliveredAgainWhileItRunsRepeatsItsState() {
        unit.settings = new JobSettings(null, null, 1, null, null, null, null);
        unit.started();
        unit.deliver(JobsUnit.command("1", "t.wait"), JobsUnit.command("2", "t.wait"));
        unit.awaitRun("1");
        unit.broker.await(() -> unit.broker.states("1").size() == 2);
        unit.deliver(JobsUnit.command("1", "t.wait"), JobsUnit.command("2", "t.wait"));
        assertThat(unit.broker.states("1")).containsExactly("received", "running", "running");
        assertThat(unit.broker.states("2")).containsExactly("received", "received");
    }

    @Test
    void repliesOfALinkOutageAreSentInTheOrderOfEnding() {
        unit.settings = new JobSettings(null, null, 1, null, null, null, null);
        unit.started();
        unit.broker.connected = false;
        for (int i = 0; i < 100; i++) {
            unit.send("j" + i, "t.echo", i);
        }
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 100);
        unit.broker.connected = true;
        unit.jobs.connected();
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        assertThat(repliesInOrder()).isEqualTo(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void unsentRepliesAreSentAfterARestart() {
        unit.settings = new JobSettings(null, null, 1, null, null, null, null);
        unit.started();
        unit.broker.connected = false;
        for (int i = 0; i < 50; i++) {
            unit.send("j" + i, "t.echo", i);
        }
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 50);
        unit.restart();
        assertThat(unit.metric("jobs_unsent_returns")).isEqualTo(50);
        unit.broker.connected = true;
        unit.jobs.connected();
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        assertThat(repliesInOrder()).isEqualTo(IntStream.range(0, 50).boxed().toList());
    }

    @Test
    void anUnacknowledgedReplyIsSentAgain() {
        unit.started();
        unit.broker.losesAcknowledgements = true;
        unit.send("1", "t.echo", 1);
        unit.broker.await(() -> !unit.broker.replies("1").isEmpty() && unit.broker.lost.get() > 0);
        unit.broker.losesAcknowledgements = false;
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        assertThat(unit.broker.replies("1")).hasSizeGreaterThan(1);
        assertThat(unit.broker.replies("1").stream().distinct()).hasSize(1);
    }

    @Test
    void aRestartRunsWaitingJobsAndFailsRunningOnes() {
        unit.settings = new JobSettings(null, null, 1, null, null, null, null);
        unit.started();
        unit.deliver(JobsUnit.command("1", "t.hang"), JobsUnit.command("2", "t.echo", "later"));
        unit.awaitRun("1");
        unit.jobs.close();
        unit.bodies.hang.countDown();
        unit.started();
        assertThat(unit.broker.reply("1").path("return").asText())
                .isEqualTo("ERROR: the agent was restarted while the job ran; whether it finished is not known, look"
                        + " before you send it again");
        assertThat(unit.broker.reply("2").path("return").asText()).isEqualTo("later");
        assertThat(unit.bodies.runs("1")).isEqualTo(1);
    }

    @Test
    void secretsAreNeitherOnDiskNorInTheLogNorInReplies() throws IOException {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        root.setLevel(Level.DEBUG);
        root.addAppender(log);
        unit.settings = new JobSettings(null, null, 1, null, null, null, null);
        unit.started();
        unit.send("1", "t.login", "user", "hunter2");
        unit.deliver("{\"jid\":\"2\",\"fun\":\"t.login user password=hunter2\"}");
        unit.deliver("{\"jid\":\"3\",\"fun\":\"no.such\",\"kwarg\":{\"api_token\":\"hunter2\"}}");
        assertThat(unit.broker.reply("1").path("return").asText()).isEqualTo("hello user");
        assertThat(unit.broker.reply("2").path("return").asText()).isEqualTo("hello user");
        unit.broker.reply("3");
        unit.send("4", "t.wait");
        unit.awaitRun("4");
        unit.send("5", "t.login", "user", "hunter2");
        unit.restart();
        assertThat(unit.broker.reply("5").path("return").asText())
                .isEqualTo(
                        "ERROR: interrupted by a restart before it ran, and what is secret in it is not kept; send it"
                                + " again with a new jid");
        root.detachAppender(log);
        root.setLevel(before);
        assertThat(log.list)
                .isNotEmpty()
                .noneMatch(event -> event.getFormattedMessage().contains("hunter2"));
        assertThat(unit.broker.messages())
                .noneMatch(message -> message.payload().toString().contains("hunter2"));
        try (var files = Files.list(unit.folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("hunter2");
            }
        }
    }

    @Test
    void aThousandAtOnceGetOneReturnEach() {
        unit.started();
        String[] commands = IntStream.range(0, 1_000)
                .mapToObj(i -> JobsUnit.command("j" + i, "t.echo", i))
                .toArray(String[]::new);
        long start = System.nanoTime();
        unit.deliver(commands);
        Duration accepted = Duration.ofNanos(System.nanoTime() - start);
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0 && unit.metric("jobs_ended_total") == 1_000);
        Duration all = Duration.ofNanos(System.nanoTime() - start);
        for (int i = 0; i < 1_000; i++) {
            assertThat(unit.broker.replies("j" + i))
                    .singleElement()
                    .satisfies(reply ->
                            assertThat(reply.path("success").asBoolean()).isTrue());
        }
        assertThat(unit.acknowledged).hasValue(1_000);
        System.out.println("1,000 commands accepted in " + accepted + " and answered in " + all);
    }

    @Test
    @Announces("job journal in .* is not writable")
    void aFullDiskRejectsCommandsUntilItIsWritable() throws Exception {
        Path mount = Files.createDirectories(folder.resolve("small"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", mount.toString()) == 0);
        unit = new JobsUnit(mount.resolve("jobs"));
        unit.settings = new JobSettings(null, null, 1, null, null, null, null);
        try {
            unit.started();
            unit.send("1", "t.echo", 1);
            unit.broker.reply("1");
            unit.send("2", "t.wait");
            unit.awaitRun("2");
            unit.send("2b", "t.echo", "waits for the disk, too");
            List<String> cancelled =
                    IntStream.range(100, 200).mapToObj(i -> "c".repeat(60) + i).toList();
            cancelled.forEach(each -> unit.send(each, "t.echo", "ran"));
            Path ballast = mount.resolve("ballast");
            fill(ballast);
            unit.send("3", "t.echo", "x".repeat(10_000));
            JsonNode rejection = unit.broker.reply("3");
            assertThat(rejection.path("code").asText()).isEqualTo("AGENT_DISK");
            assertThat(rejection.path("message").asText()).contains("free space there");
            assertThat(unit.bodies.runs("3")).isZero();
            assertThat(unit.jobs.health().problems()).singleElement().asString().contains("cannot be written");
            cancelled.forEach(each -> unit.deliver("{\"jid\":\"" + each + "\",\"cancel\":true}"));
            assertThat(unit.acknowledged.get())
                    .as("commands, and cancels as far as the disk had room for them")
                    .isBetween(104, 104 + 60);
            unit.bodies.gate.countDown(); // its reply has to wait for the disk
            Files.delete(ballast);
            assertThat(unit.broker.reply("2").path("return").asText()).isEqualTo("waited");
            assertThat(unit.broker.reply("2b").path("success").asBoolean()).isTrue();
            unit.send("3", "t.echo", "again");
            unit.broker.await(() -> unit.broker.replies("3").size() == 2);
            assertThat(unit.broker.replies("3")).containsOnly(rejection);
            unit.send("4", "t.echo", 4);
            assertThat(unit.broker.reply("4").path("return").asInt()).isEqualTo(4);
            assertThat(unit.jobs.health().problems()).isEmpty();
            for (String each : cancelled) {
                assertThat(unit.broker.reply(each).path("return").asText()).startsWith("ERROR: cancelled");
            }
            unit.broker.await(() -> unit.acknowledged.get() == 206);
        } finally {
            unit.close();
            run("umount", "-l", mount.toString());
        }
    }

    private static void fill(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(new byte[4096]);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space");
        }
    }

    private List<Integer> repliesInOrder() {
        return unit.broker.messages().stream()
                .filter(Broker.Message::isReply)
                .map(each -> each.payload().path("return").asInt())
                .toList();
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }

    @Test
    @Announces("job 1 was t.echo and was sent again as t.wait: it gets the reply to the first")
    @Announces("job 1 was t.echo and was sent again as t.echo with other arguments")
    @Announces("job 2 was t.wait and was sent again as t.echo")
    void aJidReusedWithAnotherCommandIsLoggedAndGetsTheFirstReply() {
        unit.started();
        unit.send("1", "t.echo", "first");
        unit.broker.reply("1");
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        unit.send("1", "t.echo", "first");
        unit.broker.await(() -> unit.broker.replies("1").size() == 2);
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        unit.send("1", "t.wait");
        unit.broker.await(() -> unit.broker.replies("1").size() == 3);
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        unit.send("1", "t.echo", "second");
        unit.broker.await(() -> unit.broker.replies("1").size() == 4);
        assertThat(unit.broker.replies("1"))
                .allMatch(each -> each.path("return").asText().equals("first"));
        unit.send("2", "t.wait");
        unit.awaitRun("2");
        unit.send("2", "t.echo", "x");
        unit.bodies.gate.countDown();
        assertThat(unit.broker.reply("2").path("return").asText()).isEqualTo("waited");
    }
}
