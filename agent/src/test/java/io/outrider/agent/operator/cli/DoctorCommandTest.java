package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.cli.Terminal.TerminalSize;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.testkit.Mosquitto;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code outrider doctor}. */
class DoctorCommandTest {
    private static final String RESULT = """
            {"verdict": "bad", "checks": [
              {"part": "clock", "name": "clock", "verdict": "ok", "text": "synchronised"},
              {"part": "obd", "name": "can0", "verdict": "bad", "text": "down",
               "remedy": "ip link set can0 up type can bitrate 500000 restart-ms 100; systemctl enable it for each boot."},
              {"part": "rpi", "name": "wear of mmcblk0", "verdict": "look", "text": "up to 90 %\\u001b[2J of its life"}]}
            """;

    @TempDir
    private Path folder;

    private static String screen(int columns, boolean unicode) throws Exception {
        Terminal terminal = new Terminal(
                true, true, false, unicode, () -> new TerminalSize(columns, 24), run -> {}, run -> {}, Terminal.FILES);
        StringWriter out = new StringWriter();
        new DoctorScreen(new PrintWriter(out), terminal).print(Json.PLAIN.readTree(RESULT));
        return out.toString();
    }

    @Test
    void badLinesComeFirstEachWithWhatToDo() throws Exception {
        assertThat(screen(72, true)).isEqualTo("""
                bad   can0             down
                                       → ip link set can0 up type can bitrate 500000
                                         restart-ms 100; systemctl enable it for each
                                         boot.
                look  wear of mmcblk0  up to 90 %\\x1b[2J of its life
                ok    clock            synchronised
                1 bad, 1 look, 1 ok
                """);
    }

    @Test
    void aNarrowTerminalWithoutUnicodeIsEnough() throws Exception {
        assertThat(screen(20, false)).contains("> ip link set can0 up").doesNotContain("→");
    }

    @Test
    void withoutADaemonTheFirstLineSaysWhatToDo() throws Exception {
        DaemonConsole console = new DaemonConsole(false, Mosquitto.freePort(), folder.resolve("token"));
        assertThat(console.run("doctor")).isEqualTo(ExitCode.PARTLY.code());
        JsonNode result = Json.PLAIN.readTree(console.out());
        assertThat(result.path("verdict").asText()).isEqualTo("bad");
        assertThat(result.at("/checks/0/name").asText()).isEqualTo("daemon");
        assertThat(result.at("/checks/0/text").asText()).isEqualTo("does not run");
        assertThat(result.at("/checks/0/remedy").asText()).contains("systemctl start outrider");
        assertThat(console.run("--text", "doctor", "awake")).isEqualTo(ExitCode.PARTLY.code());
        assertThat(console.out()).contains("bad   daemon    does not run").contains("1 bad");
    }

    @Test
    void itTakesNothingButAwake() {
        DaemonConsole console = new DaemonConsole(false, Mosquitto.freePort(), folder.resolve("token"));
        assertThat(console.run("doctor", "asleep")).isEqualTo(ExitCode.USAGE.code());
        assertThat(console.err()).contains("doctor: takes nothing but awake");
        assertThat(console.run("doctor", "--help")).isZero();
        assertThat(console.out()).contains("doctor.check and doctor.awake.");
    }
}
