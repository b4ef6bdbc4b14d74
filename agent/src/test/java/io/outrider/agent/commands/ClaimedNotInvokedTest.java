package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recovery of jobs that were claimed, after a crash of the process or the machine. */
class ClaimedNotInvokedTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    @TempDir
    Path root;

    private Path folder;

    private JobsUnit unit;
    private String json = "{\"fun\":\"t.echo\",\"arg\":[7],\"kwarg\":{}}";

    @AfterEach
    void close() {
        unit.close();
    }

    /** Writes the journal of the last process. */
    private void writeJournal(boolean complete, String boot, boolean begun) throws IOException {
        folder = folder == null ? root : folder;
        byte[] command = json.getBytes(StandardCharsets.UTF_8);
        List<JournalEntry> entries = new ArrayList<>(List.of(
                new JournalEntry.Accepted("1", NOW.toEpochMilli(), complete, command),
                new JournalEntry.Claimed("1", boot)));
        if (begun) {
            entries.add(new JournalEntry.Invoked("1"));
        }
        try (Journal journal = new Journal(folder, Journal.Bounds.USUAL, Clock.fixed(NOW, ZoneOffset.UTC))) {
            journal.append(entries);
        }
        unit = new JobsUnit(folder);
        unit.boot = "this boot";
        unit.started();
    }

    private String reply() {
        return unit.broker.reply("1").path("return").asText();
    }

    @Test
    void aClaimedJobRunsAfterARestartInTheSameBoot() throws IOException {
        writeJournal(true, "this boot", false);
        assertThat(reply()).isEqualTo("7");
        assertThat(unit.bodies.runs("1")).isEqualTo(1);
    }

    @Test
    void anInvokedJobIsNotRunAgain() throws IOException {
        writeJournal(true, "this boot", true);
        assertThat(reply()).startsWith("ERROR: the agent was restarted while the job ran");
        assertThat(unit.bodies.runs("1")).isZero();
    }

    /** A power cut may have taken the unsynced entry Invoked. */
    @Test
    void aClaimedJobIsNotRunAfterAReboot() throws IOException {
        writeJournal(true, "the boot before", false);
        assertThat(reply()).startsWith("ERROR: the agent was restarted while the job ran");
        assertThat(unit.bodies.runs("1")).isZero();
    }

    @Test
    @Announces("job 1: command cannot be read from the journal")
    void anUnreadableCommandGetsAnErrorAndDoesNotStopRecovery() throws IOException {
        for (String bad : List.of("[", "{\"fun\":\"t.echo\"}", "{\"arg\":1,\"kwarg\":[],\"expires\":\"soon\"}")) {
            json = bad;
            folder = Files.createTempDirectory(root, "left");
            if (unit != null) {
                unit.close();
            }
            writeJournal(true, "this boot", false);
            assertThat(reply()).startsWith("ERROR: what was asked cannot be read any more");
        }
    }

    @Test
    void aTooLongNameAcceptedByAnOlderVersionGetsAnError() throws IOException {
        json = "{\"fun\":\"" + "x".repeat(250_000) + "\",\"arg\":[],\"kwarg\":{}}";
        writeJournal(true, "this boot", false);
        assertThat(reply()).startsWith("ERROR: it did not run: the name of a function has at most 200");
    }

    @Test
    void aCommandWithASecretMustBeSentAgain() throws IOException {
        writeJournal(false, "this boot", false);
        assertThat(reply()).startsWith("ERROR: interrupted by a restart before it ran");
        assertThat(unit.bodies.runs("1")).isZero();
    }

    /** A job that starts at once is claimed in the append that accepts it; one that waits is not. */
    @Test
    void aPowerCutAtTheAcceptanceLeavesOnlyJobsThatStartAtOnceUnknown() throws IOException {
        Path copy = Files.createDirectory(root.resolve("copy"));
        unit = new JobsUnit(Files.createDirectory(root.resolve("jobs")));
        unit.settings = new JobSettings(null, null, 1, null, null, null, null);
        unit.fault = point -> {
            if (point == FaultInjector.Point.ACCEPTED) {
                copy(unit.folder, copy);
            }
        };
        unit.started();
        unit.deliver(JobsUnit.command("1", "t.echo", "starts"), JobsUnit.command("2", "t.echo", "waits"));
        assertThat(unit.broker.reply("1").path("return").asText()).isEqualTo("starts");
        unit.close();
        unit = new JobsUnit(copy);
        unit.boot = "the boot after";
        unit.started();
        assertThat(reply()).startsWith("ERROR: the agent was restarted while the job ran");
        assertThat(unit.broker.reply("2").path("return").asText()).isEqualTo("waits");
        assertThat(unit.bodies.runs("1")).isZero();
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.list(from)) {
            for (Path each : files.toList()) {
                Files.copy(each, to.resolve(each.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
