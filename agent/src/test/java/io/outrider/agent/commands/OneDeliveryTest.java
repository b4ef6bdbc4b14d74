package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.outrider.agent.runtime.publisher.InboundMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Commands delivered in one batch. */
class OneDeliveryTest {
    @TempDir
    Path folder;

    private JobsUnit unit;

    @BeforeEach
    void start() {
        unit = new JobsUnit(folder).started();
    }

    @AfterEach
    void stop() {
        unit.close();
    }

    @Test
    void aCancelBeforeItsCommandInOneBatchEndsTheJob() {
        unit.deliver(
                "{\"jid\":\"9\",\"cancel\":true}",
                JobsUnit.command("8", "t.echo", "other"),
                JobsUnit.command("9", "t.echo", "runs"));
        assertThat(unit.broker.reply("9").path("return").asText()).isEqualTo("ERROR: cancelled before it began");
        assertThat(unit.broker.reply("8").path("return").asText()).isEqualTo("other");
        assertThat(unit.bodies.runs("9")).isZero();
        assertThat(unit.acknowledged).hasValue(3);
    }

    @Test
    void aBatchIsLimitedByWeightAndALightCommandPassesAHeavyOne() {
        Object[] texts = new Object[40_000];
        Arrays.fill(texts, "a");
        unit.deliver(
                JobsUnit.command("1", "t.wait", texts),
                JobsUnit.command("2", "t.wait", texts),
                JobsUnit.command("3", "t.echo", "light"));
        assertThat(unit.broker.reply("2").path("code").asText()).isEqualTo("BUSY");
        assertThat(unit.broker.reply("2").path("message").asText()).contains("KB of memory", "fewer arguments");
        assertThat(unit.broker.reply("3").path("return").asText()).isEqualTo("light");
        assertThat(unit.broker.replies("1").stream().filter(each -> each.has("code")))
                .isEmpty();
    }

    @Test
    void argumentsOfARepeatedCommandAreNotParsedWithoutMemoryForThem() {
        unit.settings = new JobSettings(null, null, 1, null, null, null, null);
        unit.jobs.configure(unit.settings);
        List<String> texts = Collections.nCopies(40_000, "a");
        unit.send("0", "t.wait");
        unit.awaitRun("0");
        unit.send("1", "t.echo", texts);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(JidReuseCheck.class);
        logger.addAppender(log);
        try {
            unit.send("1", "t.wait", texts);
            assertThat(log.list).isEmpty();
            unit.send("1", "t.wait", "light");
            assertThat(log.list).singleElement().asString().contains("was sent again as");
        } finally {
            logger.detachAppender(log);
        }
        assertThat(unit.acknowledged).hasValue(4);
    }

    /**
     * The connection broke before the acknowledgement, so the broker sends the command again, followed by the cancel.
     */
    @Test
    void aCancelAfterItsRedeliveredCommandEndsTheJob() {
        unit.settings = new JobSettings(null, null, 1, null, null, null, null);
        unit.jobs.configure(unit.settings);
        unit.send("runs", "t.wait");
        unit.awaitRun("runs");
        unit.send("waits", "t.echo", "ran");
        for (String jid : List.of("waits", "runs")) {
            unit.deliver(
                    JobsUnit.command(jid, jid.equals("runs") ? "t.wait" : "t.echo", "ran"),
                    "{\"jid\":\"" + jid + "\",\"cancel\":true}");
            assertThat(unit.broker.reply(jid).path("return").asText()).startsWith("ERROR: cancelled");
        }
        assertThat(unit.bodies.runs("waits")).isZero();
        assertThat(unit.acknowledged).hasValue(6);
    }

    @Test
    void aCancelOfACommandRejectedInTheSameBatchIsForgotten() {
        unit.deliver(
                "{\"jid\":\"1\",\"fun\":\"t.echo\",\"expires\":\"2026-01-31T11:00:00Z\"}",
                "{\"jid\":\"1\",\"cancel\":true}");
        unit.broker.await(() -> unit.metric("jobs_unsent_returns") == 0);
        assertThat(unit.broker.replies("1"))
                .singleElement()
                .satisfies(each -> assertThat(each.path("code").asText()).isEqualTo("EXPIRED"));
    }

    @Test
    void aTruncatedCommandIsRejectedIfItsJidIsReadable() {
        byte[] cut = "{\"jid\":\"1\",\"fun\":\"t.echo\",\"arg\":[\"xxx".getBytes(StandardCharsets.UTF_8);
        unit.jobs.accept(List.of(new InboundMessage("command", cut, true, unit.acknowledged::incrementAndGet)));
        assertThat(unit.broker.reply("1").path("code").asText()).isEqualTo("INVALID");
        assertThat(unit.broker.reply("1").path("message").asText()).contains("longer than the unit takes");
        assertThat(unit.acknowledged).hasValue(1);
    }
}
