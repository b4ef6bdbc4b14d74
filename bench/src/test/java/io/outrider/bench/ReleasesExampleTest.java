package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DocumentExamples;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worked example of docs/releases.md as one script: registry, engine, unit, and three releases. */
@Tag("slow")
class ReleasesExampleTest {
    private static final String AT_END = "trap 'kill $(jobs -p) || true; wait' EXIT\n";

    @TempDir
    private Path folder;

    @Test
    void theExampleAppliesTwoReleasesTakesOneBackAndSurvivesAFailingOne() throws Exception {
        DocumentExamples page = new DocumentExamples("releases.md");
        String script = Stream.of(
                        "registry", "images", "unit", "first release", "second release", "failing release", "clean up")
                .map(page::get)
                .collect(Collectors.joining("\n", AT_END, "\n"));
        String registry = "127.0.0.1:" + Mosquitto.freePort();
        try (DockerDaemon engine = DockerDaemon.open();
                Mosquitto broker = Mosquitto.open(folder)) {
            run(
                    script,
                    Map.of(
                            "REGISTRY",
                            registry,
                            "ENGINE",
                            engine.socket().toString(),
                            "DOCKER_HOST",
                            "unix://" + engine.socket(),
                            "BROKER_PORT",
                            "" + broker.port(),
                            "API_PORT",
                            "" + Mosquitto.freePort(),
                            "STATE_DIRECTORY",
                            folder.resolve("data").toString(),
                            "RUNTIME_DIRECTORY",
                            Files.createDirectories(folder.resolve("run")).toString()));
        }
        String first = "fleet-app-1.0.0 " + registry + "/team/app:1";
        assertThat(folder.resolve("ps-1")).content().isEqualToIgnoringNewLines(first);
        assertThat(folder.resolve("ps-2"))
                .content()
                .isEqualToIgnoringNewLines("fleet-app-1.1.0 " + registry + "/team/app:2");
        assertThat(folder.resolve("ps-3")).content().isEqualToIgnoringNewLines(first);
        assertThat(folder.resolve("ps-4")).content().isEqualToIgnoringNewLines(first);
        assertThat(folder.resolve("ps-5")).as("cleaned up").content().isEmpty();
        assertThat(folder.resolve("registry")).doesNotExist();
        assertThat(folder.resolve("output"))
                .content()
                .doesNotContain("does not run")
                .contains("this is version 2", "watch that these keep running: fleet-app-1.0.0")
                .containsPattern("\"version\":\"1.2.0\",\"release\":\"failed\".*within its probation");
    }

    private void run(String script, Map<String, String> variables) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("bash", "-euc", script).directory(folder.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(key -> key.toLowerCase().endsWith("_proxy"));
        environment.putAll(variables);
        environment.merge(
                "PATH", DaemonProcess.installed().getParent().toString(), (path, program) -> program + ":" + path);
        Path output = folder.resolve("output");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(TimeoutFactor.scaledSeconds(120), TimeUnit.SECONDS);
        process.destroy(); // its trap ends the rest
        assertThat(ended && process.waitFor() == 0)
                .as(Files.readString(output) + log("unit.log") + log("registry/log"))
                .isTrue();
    }

    private String log(String name) throws Exception {
        Path file = folder.resolve(name);
        return Files.exists(file) ? "\n" + name + ":\n" + Files.readString(file) : "";
    }
}
