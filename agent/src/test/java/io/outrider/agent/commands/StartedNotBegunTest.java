package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process or a machine that died when it was on disk that a job starts. */
class StartedNotBegunTest {
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

    /** What the last process has left. */
    private void left(boolean complete, String boot, boolean begun) throws IOException {
        folder = folder == null ? root : folder;
        byte[] command = json.getBytes(StandardCharsets.UTF_8);
        List<JournalEntry> entries = new ArrayList<>(List.of(
                new JournalEntry.Accepted("1", NOW.toEpochMilli(), complete, command),
                new JournalEntry.Started("1", boot)));
        if (begun) {
            entries.add(new JournalEntry.Begun("1"));
        }
        try (Journal journal = new Journal(folder, Journal.Bounds.USUAL, Clock.fixed(NOW, ZoneOffset.UTC))) {
            journal.append(entries);
        }
        unit = new JobsUnit(folder);
        unit.boot = "this boot";
        unit.started();
    }

    private String answer() {
        return unit.broker.answer("1").path("return").asText();
    }

    @Test
    void inTheSameBootWhatHasNotBegunIsRunNow() throws IOException {
        left(true, "this boot", false);
        assertThat(answer()).isEqualTo("7");
        assertThat(unit.bodies.runs("1")).isEqualTo(1);
    }

    @Test
    void whatHasBegunIsNotRunAgain() throws IOException {
        left(true, "this boot", true);
        assertThat(answer()).startsWith("ERROR: the agent was restarted while the job ran");
        assertThat(unit.bodies.runs("1")).isZero();
    }

    /** The note that it had begun may have been lost with the power. */
    @Test
    void afterAnotherBootNobodyKnows() throws IOException {
        left(true, "the boot before", false);
        assertThat(answer()).startsWith("ERROR: the agent was restarted while the job ran");
        assertThat(unit.bodies.runs("1")).isZero();
    }

    @Test
    @Announces("job 1: what was asked cannot be read from the journal")
    void whatCannotBeUnderstoodIsAnsweredAndDoesNotEndTheStart() throws IOException {
        for (String bad : List.of("[", "{\"fun\":\"t.echo\"}", "{\"arg\":1,\"kwarg\":[],\"expires\":\"soon\"}")) {
            json = bad;
            folder = java.nio.file.Files.createTempDirectory(root, "left");
            if (unit != null) {
                unit.close();
            }
            left(true, "this boot", false);
            assertThat(answer()).startsWith("ERROR: what was asked cannot be read any more");
        }
    }

    @Test
    void aNameLongerThanAnyFunctionThatAnOlderVersionTookIsAnsweredAndNotKeptInMemory() throws IOException {
        json = "{\"fun\":\"" + "x".repeat(250_000) + "\",\"arg\":[],\"kwarg\":{}}";
        left(true, "this boot", false);
        assertThat(answer()).startsWith("ERROR: it did not run: the name of a function has at most 200");
    }

    @Test
    void whatHadASecretHasToBeSentAgain() throws IOException {
        left(false, "this boot", false);
        assertThat(answer()).startsWith("ERROR: interrupted by a restart before it ran");
        assertThat(unit.bodies.runs("1")).isZero();
    }
}
