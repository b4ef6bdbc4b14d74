package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loggers and triggers whose function runs loggers. */
@Timeout(120)
class NestedLoggersTest {
    private static final String EACH_OTHER = "loggers.list = ["
            + "{ name = \"a\", function = \"logger.run\", arg = [\"b\"], every = \"20ms\" },"
            + "{ name = \"b\", function = \"logger.run\", arg = [\"a\"], every = \"20ms\" }]";

    @TempDir
    private Path folder;

    private RunningDaemon unit;

    @BeforeEach
    void make() {
        unit = new RunningDaemon(folder);
    }

    @AfterEach
    void end() {
        unit.close();
    }

    /** A unit that was updated has to start with the settings that it has. */
    @Test
    @Announces("logger.run is nothing for loggers and triggers|logger a |logger b |NESTED|is called by a call")
    void loggersThatCallEachOtherDoNotBlockOtherCalls() throws Exception {
        unit.settings("loggers.standard = false", EACH_OTHER).start();
        Await.until("they have tried", () -> unit.metric("loggers_failures_total") >= 4);
        for (int i = 0; i < 20; i++) {
            assertThat(unit.run("test.ping")).hasToString("true");
        }
        assertThat(unit.run("logger.list").toString()).contains("a logger that runs loggers");
    }

    @Test
    void aDesiredNestedLoggerIsRejectedAndTheOthersRun() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker)) {
            String topic = "outrider/v1/" + RunningDaemon.UNIT;
            MqttPair.Subscription reported = fleet.subscribe(topic + "/reported");
            fleet.retain(
                    topic + "/desired",
                    "{\"revision\": 1, \"loggers\": [{\"name\": \"a\", \"function\": \"logger.run\", \"arg\": [\"a\"],"
                            + " \"every\": \"1s\"}, {\"function\": \"toy.count\", \"every\": \"1s\"}]}");
            unit.settings("loggers.standard = false", RunningDaemon.linkTo(broker.port()))
                    .start();
            assertThat(reported.await(message -> message.text().contains("\"revision\":1"))
                            .text())
                    .contains("logger.run is nothing for loggers and triggers");
            Await.until(
                    "the other is there",
                    () -> unit.run("logger.list").toString().contains("toy.count"));
            assertThat(unit.run("logger.list").toString()).doesNotContain("logger.run");
        } catch (Failure e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aReloadRefusesThem() throws Exception {
        unit.settings("loggers.standard = false").start();
        unit.settings("loggers.standard = false", EACH_OTHER);
        assertThatThrownBy(() -> unit.daemon().reload())
                .isInstanceOf(Failure.class)
                .hasMessageContaining("outrider.toml:")
                .hasMessageContaining("logger.run is nothing for loggers and triggers");
        unit.settings(
                "triggers.list = [{ name = \"x\", on = \"*\", function = \"logger.run\", arg = [\"{data.x}\"] }]");
        assertThatThrownBy(() -> unit.daemon().reload()).hasMessageContaining("give that logger on = ");
    }
}
