package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of the log on commands. */
class JobLinesTest {
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

    private String lines(String part) throws Failure {
        return String.valueOf(unit.client()
                .execute("log.query", List.of(), Map.of("text", part, "logger", "jobs"), p -> {})
                .value());
    }

    @Test
    void aFailedJobIsLoggedWithTheCallersMessage() throws Exception {
        unit.settings().start();
        assertThatThrownBy(() -> unit.run("test.sleep", "never")).hasMessageContaining("takes a number, not 'never'");
        assertThat(lines("test.sleep"))
                .matches("(?s).*test.sleep \\[.*never.*\\] failed BAD_ARGUMENT in \\d+ ms:"
                        + " test.sleep: .*takes a number, not .*never.*");
    }

    @Test
    void aRejectedCommandIsLoggedWithItsReason() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker)) {
            unit.settings(RunningDaemon.linkTo(broker.port())).start();
            Await.until("it is linked", () -> unit.linkState().equals("connected"));
            fleet.publish("outrider/v1/" + RunningDaemon.UNIT + "/command", "{\"jid\":\"7\",\"fun\":[1]}");
            Await.until(
                    "the line",
                    () -> lines("job 7")
                            .matches("(?s).*rejected INVALID in \\d+ ms: the command cannot be understood: .*fun.*"));
        }
    }

    @Test
    void theLogHasNoSecretsAndNoControlCharacters() throws Exception {
        unit.settings().start();
        String line = "FOO=1 PASSWORD=hunter3 sh -c \u202Erun\u2028";
        assertThatThrownBy(() -> unit.run("cmd.\u202Erun", line)).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> unit.run("cmd.run", line, "PASSWORD=hunter3")).isInstanceOf(Failure.class);
        String lines = lines("PASSWORD");
        assertThat(lines).contains("FOO=1 PASSWORD=********").doesNotContain("hunter3", "\u202E", "\u2028");
    }

    @Test
    void aUnitWithoutALinkLogsTheMissingSetting() throws Exception {
        unit.settings().start();
        assertThat(unit.run("log.query").toString()).contains("no link to the fleet: set url in [link]");
    }
}
