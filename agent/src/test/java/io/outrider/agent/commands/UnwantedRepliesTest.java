package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.testkit.Announces;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replies that the broker refuses or that cannot be read. */
class UnwantedRepliesTest {
    @TempDir
    Path folder;

    private JobsUnit unit;

    @BeforeEach
    void make() {
        unit = new JobsUnit(folder);
        unit.settings = new JobSettings(null, null, 1, null, null, null, null);
    }

    @AfterEach
    void stop() {
        unit.close();
    }

    @Test
    @Announces("job 1: return of [0-9]+ bytes is longer than the broker takes")
    void aReturnTooLongForTheBrokerIsReplacedByAShortError() {
        unit.broker.longest = 10_000;
        unit.started();
        unit.send("1", "t.text", 20_000);
        unit.send("2", "t.echo", "next");
        JsonNode reply = unit.broker.reply("1");
        assertThat(reply.path("return").asText())
                .matches("ERROR: the result of t.text \\([0-9]+ bytes\\) is longer than the broker takes; .*");
        assertThat(reply.path("retcode").asInt()).isEqualTo(1);
        assertThat(unit.broker.reply("2").path("return").asText()).isEqualTo("next");
        unit.broker.longest = Integer.MAX_VALUE;
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        unit.restart();
        unit.send("1", "t.text", 20_000);
        unit.broker.await(() -> unit.broker.replies("1").size() == 2);
        assertThat(unit.broker.replies("1")).containsOnly(reply);
        assertThat(unit.broker.refusals).hasValue(1);
    }

    @Test
    void aForbiddenReplyIsKeptAndSentAgainAfterAReconnect() {
        unit.started();
        unit.broker.forbidden = true;
        unit.send("1", "t.text", 20_000);
        unit.send("2", "t.echo", "next");
        unit.broker.await(() -> unit.broker.refusals.get() == 2);
        assertThat(unit.metric("jobs_unsent_returns")).isEqualTo(2);
        unit.send("3", "t.echo", "third");
        unit.broker.await(() -> unit.broker.refusals.get() == 3); // each was sent once
        unit.broker.forbidden = false;
        unit.jobs.connected();
        assertThat(unit.broker.reply("1").path("return").asText()).hasSize(20_000);
        assertThat(unit.broker.reply("2").path("return").asText()).isEqualTo("next");
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aJournalFullOfRejectedRepliesDropsTheOldestAndAcceptsCommands(boolean isForbidden) {
        unit.bounds = new Journal.Bounds(2_048, 15_000, 50_000, 5, Duration.ofDays(14));
        unit.broker.forbidden = isForbidden;
        unit.broker.hasNoSubscriber = !isForbidden;
        unit.started();
        for (int i = 0; i < 150; i++) {
            unit.send("j" + i, "t.echo", i);
        }
        assertThat(unit.metric("jobs_rejected_total", "BUSY")).isLessThan(100);
        unit.broker.await(() -> unit.metric("jobs_running") + unit.metric("jobs_waiting") == 0);
        assertThat(unit.metric("jobs_unsent_returns")).isBetween(5.0, 120.0);
        assertThat(unit.metric("jobs_given_up_returns_total")).isPositive();
        unit.broker.forbidden = false;
        unit.broker.hasNoSubscriber = false;
        unit.jobs.connected();
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
    }

    @Test
    void arrivalIsRecordedByTheClockAtTheEndOfTheJob() throws IOException {
        unit.now.set(Instant.parse("2020-01-01T00:00:00Z"));
        unit.isClockTrusted = false;
        unit.started();
        unit.send("1", "t.echo", 1);
        unit.broker.reply("1");
        unit.send("2", "t.wait");
        unit.awaitRun("2");
        Instant set = Instant.parse("2026-01-31T12:00:00Z");
        unit.now.set(set);
        unit.isClockTrusted = true;
        unit.jobs.cancel("2");
        unit.broker.reply("2");
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        unit.jobs.close();
        try (Journal journal = new Journal(folder, Journal.Bounds.USUAL, Clock.systemUTC())) {
            assertThat(journal.received("1"))
                    .as("nothing vouched for the clock")
                    .isNegative();
            assertThat(journal.received("2")).isBetween(set.minusSeconds(3_600).toEpochMilli(), set.toEpochMilli());
        }
    }

    @Test
    void longArgumentsAreNotSentBack() {
        unit.started();
        unit.send("1", "t.echo", "x".repeat(20_000));
        unit.send("2", "t.".repeat(100), "x".repeat(20_000));
        assertThat(unit.broker.reply("1").path("return").asText()).hasSize(20_000);
        assertThat(unit.broker.reply("1").path("fun_args").toString())
                .isEqualTo("[\"… [cut: 20009 bytes in all, 16384 are sent at most]\"]".replace("20009", "20010"));
        assertThat(unit.broker.reply("2").toString().length()).isLessThan(16_384);
    }

    @Test
    @Announces("job 1: reply cannot be read from the journal and is lost")
    void aCorruptReplyIsReplacedByAnError() throws IOException {
        unit.started();
        unit.send("1", "t.echo", "rots away");
        unit.broker.reply("1");
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        corrupt("rots away");
        unit.send("1", "t.echo", "rots away");
        unit.broker.await(() -> unit.broker.replies("1").size() == 2);
        JsonNode reply = unit.broker.replies("1").get(1);
        assertThat(reply.path("return").asText())
                .isEqualTo("ERROR: the stored return of this job cannot be read any more");
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        unit.send("1", "t.echo", "rots away");
        unit.broker.await(() -> unit.broker.replies("1").size() == 3);
        assertThat(unit.broker.replies("1").get(2)).isEqualTo(reply);
    }

    /** Changes a byte of each occurrence of the text. */
    private void corrupt(String text) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String all = Files.readString(file, StandardCharsets.ISO_8859_1);
                try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
                    for (int at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
                        bytes.seek(at);
                        bytes.write('R');
                    }
                }
            }
        }
    }
}
