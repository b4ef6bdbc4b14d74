package io.outrider.agent.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that come at once count for each other. */
class OneDeliveryTest {
    @TempDir
    Path folder;

    private Unit unit;

    @BeforeEach
    void start() {
        unit = new Unit(folder).started();
    }

    @AfterEach
    void stop() {
        unit.close();
    }

    @Test
    void aCancelThatComesBeforeItsCommandInOneDeliveryEndsIt() {
        unit.deliver(
                "{\"jid\":\"9\",\"cancel\":true}",
                Unit.command("8", "t.echo", "other"),
                Unit.command("9", "t.echo", "runs"));
        assertThat(unit.broker.answer("9").path("return").asText()).isEqualTo("ERROR: cancelled before it began");
        assertThat(unit.broker.answer("8").path("return").asText()).isEqualTo("other");
        assertThat(unit.bodies.runs("9")).isZero();
        assertThat(unit.acknowledged).hasValue(3);
    }

    @Test
    void whatComesInOneDeliveryCountsForItsWeightAndALightCommandPassesAHeavyOne() {
        Object[] texts = new Object[40_000];
        Arrays.fill(texts, "a");
        unit.deliver(
                Unit.command("1", "t.wait", texts),
                Unit.command("2", "t.wait", texts),
                Unit.command("3", "t.echo", "light"));
        assertThat(unit.broker.answer("2").path("code").asText()).isEqualTo("BUSY");
        assertThat(unit.broker.answer("2").path("message").asText()).contains("KB of memory", "fewer arguments");
        assertThat(unit.broker.answer("3").path("return").asText()).isEqualTo("light");
        assertThat(unit.broker.answers("1").stream().filter(each -> each.has("code")))
                .isEmpty();
    }

    @Test
    void aCommandOfWhichOnlyTheBeginningCameIsRejectedIfItsJidIsThere() {
        byte[] cut = "{\"jid\":\"1\",\"fun\":\"t.echo\",\"arg\":[\"xxx".getBytes(StandardCharsets.UTF_8);
        unit.jobs.accept(List.of(new Delivery(cut, true, unit.acknowledged::incrementAndGet)));
        assertThat(unit.broker.answer("1").path("code").asText()).isEqualTo("INVALID");
        assertThat(unit.broker.answer("1").path("message").asText()).contains("longer than the unit takes");
        assertThat(unit.acknowledged).hasValue(1);
    }
}
