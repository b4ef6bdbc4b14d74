package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a program in the place of the virtual machine, which is slow, breaks, or takes records and forgets them. */
@Tag("long")
class PowerCutsTest {
    private static final Duration SHORT = Duration.ofSeconds(4);

    /** Takes records on the port of --forward and says that they are on the disk, until it is killed. */
    private static final String TAKES = """
            import http.server, sys
            port = int(sys.argv[sys.argv.index("--forward") + 1].split(":")[0])
            class Unit(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    self.rfile.read(int(self.headers["Content-Length"]))
                    body = b'{"accepted": 20, "on_disk": true}'
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                def log_message(self, *words):
                    pass
            http.server.HTTPServer(("127.0.0.1", port), Unit).serve_forever()
            """;

    /** Sends the judge what is no batch, as if the unit had uploaded it. */
    private static final String NONSENSE = """
            import re, socket
            home = pathlib.Path(sys.argv[sys.argv.index("--disk") + 1]).parent
            broker = int(re.search(r"10\\.0\\.2\\.2:(\\d+)", (home / "share/outrider.toml").read_text())[1])
            def text(words):
                return len(words).to_bytes(2, "big") + words.encode()
            with socket.create_connection(("127.0.0.1", broker)) as link:
                hello = text("MQTT") + bytes([4, 2, 0, 60]) + text(home.name)
                link.sendall(bytes([0x10, len(hello)]) + hello)
                link.recv(4)
                news = text("outrider/v1/%s/telemetry" % home.name) + b"nonsense"
                link.sendall(bytes([0x30, len(news)]) + news + bytes([0xE0, 0]))
                link.recv(1)
            """;

    @TempDir
    private Path folder;

    private final ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();

    /** @param run what {@code bench/vm/run} is in Python; knows in {@code before} how often it ran */
    private ScenarioOutcome run(String run, Count count, Duration time) throws Exception {
        Path script = Files.createDirectories(folder.resolve("bench/vm")).resolve("run");
        Files.writeString(script, """
                #!/usr/bin/python3 -u
                import pathlib, sys, time
                runs = pathlib.Path(__file__).with_name(pathlib.Path(sys.argv[sys.argv.index("--disk") + 1]).parent.name)
                before = int(runs.read_text()) if runs.exists() else 0
                runs.write_text(str(before + 1))
                """ + run);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        PowerCuts part = new PowerCuts(folder, payload -> null, new Random(1), count, said::add);
        assertThat(part.missing()).isNull();
        return part.run(Files.createDirectories(folder.resolve("logs")), time);
    }

    private static Count cuts(int wanted) {
        return new Count(wanted, PowerCuts.ACTION, 1, each -> {});
    }

    @Test
    void aMachineThatEndsBeforeItIsUpIsSkipped() {
        assertThatThrownBy(() -> run("sys.exit(125)", Count.AS_TIME_ALLOWS, Duration.ofSeconds(60)))
                .isInstanceOf(Skipped.class)
                .hasMessageContaining("after 0 power cuts")
                .hasMessageContaining("and the machine ended");
        assertThat(said).anyMatch(each -> each.startsWith("power-cuts-0: skipped: after 0"));
    }

    @Test
    void aUnitThatCannotGoOnAfterACutIsWrong() {
        String run = "if before:\n    print('the unit ended with 3')\n    sys.exit(1)\n" + TAKES;
        assertThatThrownBy(() -> run(run, Count.AS_TIME_ALLOWS, Duration.ofSeconds(60)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("after 1 power cuts")
                .hasMessageContaining("the unit ended with 3");
    }

    @Test
    void aMachineThatBreaksAfterACutSaysNothing() {
        assertThatThrownBy(() -> run("if before:\n    sys.exit(125)\n" + TAKES, cuts(5), SHORT))
                .isInstanceOf(Skipped.class)
                .hasMessageContaining("and the machine ended");
        assertThat(said)
                .filteredOn(each -> each.contains("skipped: after 1 power cuts"))
                .hasSize(2);
    }

    @Test
    void whatIsWrongByThenIsToldThoughTheMachineBreaksAfterACut() throws Exception {
        String run = "if before:\n    time.sleep(2)\n    sys.exit(125)\n" + NONSENSE + TAKES;
        ScenarioOutcome outcome = run(run, Count.AS_TIME_ALLOWS, Duration.ofSeconds(60));
        assertThat(outcome.complaints())
                .anyMatch(each -> each.startsWith("not readable: 8 bytes"))
                .anyMatch(each -> each.contains("after 1 power cuts") && each.contains("the machine ended"));
        assertThat(outcome.deeds()).containsEntry(PowerCuts.ACTION, 1);
        assertThat(outcome.sums().produced()).isPositive();
    }

    @Test
    void aMachineThatIsUpWhenTimeIsOverWasNotCut() {
        String slow = "time.sleep(2)\n" + TAKES;
        assertThatThrownBy(() -> run(slow, Count.AS_TIME_ALLOWS, Duration.ofSeconds(1)))
                .isInstanceOf(Skipped.class)
                .hasMessageContaining("no time was left to cut its power");
    }

    @Test
    void withoutACheckoutItCannotRun() throws IOException {
        assertThat(new PowerCuts(folder, payload -> null, new Random(1), cuts(1), said::add).missing())
                .isEqualTo("a checkout with bench/vm");
    }
}
