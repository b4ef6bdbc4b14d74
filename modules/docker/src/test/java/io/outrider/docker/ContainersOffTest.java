package io.outrider.docker;

import static io.outrider.docker.ReleaseUnit.container;
import static io.outrider.docker.ReleaseUnit.project;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.docker.errors.DockerErrors;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unit whose owner has not switched containers on, as all are at first. */
class ContainersOffTest {
    @TempDir
    private Path data;

    /** Opens the module in a process of its own, which lists the classes that it loads. */
    static final class OpeningProgram {
        private OpeningProgram() {}

        public static void main(String[] arguments) throws Exception {
            try (ReleaseUnit unit = new ReleaseUnit(Path.of(arguments[0]), null, Map.of())) {
                unit.desire(project("fleet", "1", container("app", "team/app:1")));
                unit.module.functions();
                unit.module.health();
                unit.module.states();
                unit.context.desiredPart().report();
            }
        }
    }

    @Test
    void nothingOfTheEngineIsLoaded() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-verbose:class",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OpeningProgram.class.getName(),
                        data.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        List<String> loaded = output.lines()
                .filter(line -> line.contains("io.outrider.docker.") || line.contains("com.github.dockerjava"))
                .filter(line -> line.contains(" source:"))
                .toList();
        assertThat(loaded).anyMatch(line -> line.contains("io.outrider.docker.ContainersOff "));
        assertThat(loaded)
                .noneMatch(
                        line -> line.matches(
                                ".*(dockerjava|docker\\.(engine|plan|apply|registry|release|events|DockerModule|ReleaseWorker)).*"));
    }

    @Test
    void everyFunctionSaysHowToSwitchThemOn() throws Exception {
        try (ReleaseUnit unit = new ReleaseUnit(data, null, Map.of())) {
            assertThat(unit.module.functions()).hasSameSizeAs(DockerFactory.SIGNATURES);
            assertThatThrownBy(() -> unit.call("docker.release", Map.of()))
                    .isInstanceOfSatisfying(
                            Failure.class,
                            e -> assertThat(e.is(DockerErrors.CONTAINERS_OFF)).isTrue())
                    .hasMessageContaining("[docker]");
            assertThat(unit.module.states()).isEmpty();
            assertThat(unit.module.health()).isEqualTo(Health.NOTHING);
        }
        assertThat(data).as("no file").isEmptyDirectory();
    }

    @Test
    void aReleaseForItIsReportedAsFailed() throws Exception {
        try (ReleaseUnit unit = new ReleaseUnit(data, null, Map.of())) {
            unit.apply(Map.of(
                    "projects",
                    List.of(Map.of("name", "fleet", "version", "1.0", "version_hash", "96a7191f"), "nonsense"),
                    "registries",
                    "nonsense"));
            JsonNode report = unit.report("fleet");
            assertThat(report.get("version_hash").asText()).isEqualTo("96a7191f");
            assertThat(report.get("state").asText()).isEqualTo("failed");
            assertThat(report.get("error").get("code").asText()).isEqualTo("CONTAINERS_OFF");
            unit.apply(Map.of("projects", "nonsense"));
            assertThat(unit.report("fleet")).isEmpty();
        }
    }
}
