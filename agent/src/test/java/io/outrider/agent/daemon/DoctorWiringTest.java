package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.builtin.doctor.DoctorLine;
import io.outrider.agent.operator.cli.CommandLine;
import io.outrider.agent.operator.cli.DaemonService;
import io.outrider.agent.operator.cli.ProgramReference;
import io.outrider.agent.operator.cli.Terminal;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Check;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor of a whole daemon, and without one. */
class DoctorWiringTest {
    @TempDir
    private Path home;

    private List<DoctorLine> alone(RunningDaemon unit) throws Exception {
        return alone(unit, RunningDaemon.modules());
    }

    private List<DoctorLine> alone(RunningDaemon unit, List<ModuleFactory> modules) throws Exception {
        return DoctorWiring.alone(
                BuiltinModules.usable(modules),
                SettingsFiles.named(unit.file(), Settings.none()),
                home,
                Clock.systemUTC(),
                Ticker.system());
    }

    private static JsonNode call(RunningDaemon unit, String function) throws Exception {
        return Json.PLAIN.valueToTree(unit.run(function));
    }

    private static List<String> names(JsonNode result) {
        List<String> names = new ArrayList<>();
        result.path("checks")
                .forEach(each -> names.add(
                        each.path("part").asText() + " " + each.path("name").asText()));
        return names;
    }

    private static JsonNode line(JsonNode result, String name) {
        for (JsonNode each : result.path("checks")) {
            if (each.path("name").asText().equals(name)) {
                return each;
            }
        }
        throw new AssertionError("there is no line " + name + " in " + result);
    }

    @Test
    void theDaemonChecksAllItsParts() throws Exception {
        try (Mosquitto broker = Mosquitto.configured(home, new Mosquitto.BrokerConfig());
                RunningDaemon unit = new RunningDaemon(home)) {
            unit.settings(RunningDaemon.linkTo(broker.port())).start();
            Await.until("the link", () -> unit.linkState().equals("connected"));
            JsonNode result = call(unit, "doctor.check");
            assertThat(names(result))
                    .contains(
                            "link link",
                            "clock clock",
                            "disk disk",
                            "process memory",
                            "process crashes",
                            "buffer losses",
                            "docker engine");
            assertThat(line(result, "link").path("verdict").asText()).isEqualTo("ok");
            assertThat(line(result, "link").path("text").asText()).contains("connected for");
            assertThat(line(result, "engine").path("text").asText()).isEqualTo("containers are switched off");
            assertThat(line(result, "ECUs").path("text").asText()).startsWith("not asked: ");
            assertThat(result.path("verdict").asText())
                    .as("there is no CAN interface")
                    .isEqualTo("bad");
        }
    }

    @Test
    void aProblemOfTheStatusIsALineUnlessACheckCallsItBad() throws Exception {
        try (RunningDaemon unit = new RunningDaemon(home)) {
            unit.settings(RunningDaemon.linkTo(Mosquitto.freePort())).start();
            Await.until(
                    "a failure",
                    () -> !unit.problems().isEmpty() && unit.linkState().equals("waiting"));
            JsonNode result = call(unit, "doctor.check");
            assertThat(names(result).stream()
                            .filter(each -> each.startsWith("link "))
                            .toList())
                    .as("not told twice")
                    .containsExactly("link link");
            assertThat(line(result, "link").path("text").asText()).startsWith("nothing accepts connections at ");
        }
    }

    @Test
    void whatKeepsTheUnitAwakeIsToldWithItsBegin() throws Exception {
        try (RunningDaemon unit = new RunningDaemon(home)) {
            unit.settings().start();
            unit.run("power.stay_awake", 600, "workshop");
            JsonNode result = call(unit, "doctor.awake");
            assertThat(names(result))
                    .contains("power sleep", "power condition", "obd frames", "obd vehicle", "logger loggers");
            assertThat(line(result, "held by power").path("text").asText())
                    .matches("operator: workshop, since \\d\\d:\\d\\d UTC, (10:00|9:\\d\\d) left");
            assertThat(names(result)).as("not the call itself").doesNotContain("power held by jobs");
            assertThat(result.path("verdict").asText()).isEqualTo("look");
        }
    }

    /** Module whose checks, open or not, fail to be listed. */
    private static final class UncheckedFactory implements ModuleFactory {
        @Override
        public String name() {
            return "unchecked";
        }

        @Override
        public List<Signature<?>> signatures() {
            return List.of();
        }

        @Override
        public List<Check> standaloneChecks() {
            throw new IllegalStateException("no checks");
        }

        @Override
        public Module open(ModuleContext context) {
            return new Module() {
                @Override
                public List<Function<?>> functions() {
                    return List.of();
                }

                @Override
                public List<Check> checks() {
                    throw new IllegalStateException("no checks");
                }
            };
        }
    }

    @Test
    @Announces("module unchecked failed to list its checks")
    void aModuleThatFailsToListItsChecksHidesNoOther() throws Exception {
        try (RunningDaemon unit = new RunningDaemon(home)) {
            unit.settings().startBeside(new UncheckedFactory());
            JsonNode result = call(unit, "doctor.check");
            assertThat(line(result, "unchecked").path("text").asText()).isEqualTo("not checked");
            assertThat(names(result)).contains("clock clock", "docker engine");
        }
        RunningDaemon none = new RunningDaemon(home).settings();
        List<ModuleFactory> modules = RunningDaemon.modules();
        modules.add(new UncheckedFactory());
        assertThat(alone(none, modules)).extracting(DoctorLine::name).contains("unchecked", "clock", "wear");
    }

    @Test
    void theCommandLineHasALineForEachCheckAndAnExitCode() throws Exception {
        try (RunningDaemon unit = new RunningDaemon(home)) {
            unit.settings().start();
            StringWriter out = new StringWriter();
            assertThat(run(unit, out, "--text", "doctor", "awake"))
                    .as("nothing is bad, and nothing to look at but the loggers")
                    .isIn(0, 7);
            assertThat(out.toString()).contains("sleep").contains("idle in ");
            unit.run("power.stay_awake", 600, "workshop");
            assertThat(run(unit, out, "doctor", "awake")).isEqualTo(7);
            assertThat(run(unit, out, "--text", "doctor")).isIn(0, 5, 7);
            assertThat(out.toString()).contains("clock").contains("containers are switched off");
        }
    }

    private static int run(RunningDaemon unit, StringWriter out, String... words) {
        DaemonService service = new DaemonService() {
            @Override
            public void daemon(Path config) {
                throw new AssertionError("nobody asked for one");
            }

            @Override
            public DaemonEndpoint api(Path config, Consumer<String> warns) {
                return unit.client().endpoint();
            }

            @Override
            public String checkConfig(Path config) {
                return "";
            }

            @Override
            public List<Path> dataFolders() {
                return List.of();
            }

            @Override
            public ProgramReference reference() {
                throw new AssertionError("nobody asked for one");
            }
        };
        Terminal terminal = Terminal.of(false, false, Map.of(), action -> {}, action -> {});
        return new CommandLine(
                        (settings, config, data) -> {
                            throw new AssertionError("this was not to run alone");
                        },
                        service,
                        out,
                        new PrintWriter(new StringWriter()),
                        terminal,
                        Path.of("no-folder"))
                .run(words);
    }

    @Test
    void withoutADaemonItChecksWhatCanBeSeen() throws Exception {
        RunningDaemon unit = new RunningDaemon(home).settings();
        assertThat(alone(unit))
                .extracting(DoctorLine::name)
                .contains("settings", "link", "clock", "disk", "memory", "crashes")
                .doesNotContain("losses", "ECUs");
        assertThat(alone(unit).get(0).text()).isEqualTo("good: " + unit.file());
    }

    @Test
    void brokenSettingsAreNamedAndTheRestIsChecked() throws Exception {
        RunningDaemon unit = new RunningDaemon(home).file("link.url = 7\n");
        List<DoctorLine> lines = alone(unit);
        assertThat(lines.get(0).verdict()).isEqualTo(Verdict.BAD);
        assertThat(lines.get(0).text()).contains("outrider.toml").contains("url");
        assertThat(lines).extracting(DoctorLine::name).contains("clock", "disk").doesNotContain("link");
    }
}
