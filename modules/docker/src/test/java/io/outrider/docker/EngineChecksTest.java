package io.outrider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.DockerEngine;
import io.outrider.docker.release.Registry;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineChecksTest {
    @TempDir
    private Path folder;

    private static CheckReport report(Check check) throws Exception {
        return check.work().run().get(0);
    }

    private static Registry registry(String name, String host, String password) {
        return new Registry(name, "http://" + host, host, password == null ? null : DockerRegistry.USER, password);
    }

    @Test
    void theEngineAndTheCredentialsOfEachRegistryAreTried() throws Exception {
        try (DockerDaemon daemon = DockerDaemon.open();
                DockerRegistry server = DockerRegistry.withPassword(folder);
                DockerEngine engine = new DockerEngine(
                        List.of(daemon.socket().toString()),
                        Ticker.system(),
                        TimeoutFactor.scaled(Duration.ofSeconds(20)))) {
            List<Registry> registries = List.of(
                    registry("right", server.host(), DockerRegistry.PASSWORD),
                    registry("wrong", server.host(), "not-the-password"),
                    registry("open", server.host(), null));
            List<Check> checks = new EngineChecks(engine, () -> registries).checks();
            assertThat(checks)
                    .extracting(Check::name)
                    .containsExactly("engine", "registry right", "registry wrong", "registry open");
            assertThat(report(checks.get(0)).verdict()).isEqualTo(Verdict.OK);
            assertThat(report(checks.get(0)).text()).matches("\\S.* \\d+\\..*");
            assertThat(report(checks.get(1)))
                    .isEqualTo(CheckReport.ok("registry right", server.host() + " takes the credentials"));
            assertThat(report(checks.get(2)).verdict()).isEqualTo(Verdict.BAD);
            assertThat(report(checks.get(2)).text()).doesNotContain("not-the-password");
            assertThat(report(checks.get(3)).text()).isEqualTo(server.host() + " is read without a user");
        }
    }

    @Test
    void anEngineThatIsAbsentIsAFailureWithWhatToDo() {
        try (DockerEngine engine = new DockerEngine(
                List.of(folder.resolve("no.sock").toString()), Ticker.system(), Duration.ofSeconds(1))) {
            Check check = new EngineChecks(engine, List::of).checks().get(0);
            assertThat(catchThrowableOfType(Failure.class, () -> check.work().run())
                            .code())
                    .isEqualTo("ENGINE_ABSENT");
        }
    }

    @Test
    void aUnitWithoutContainersIsOk() throws Exception {
        assertThat(report(new ContainersOff(Clock.systemUTC()).checks().get(0)))
                .isEqualTo(CheckReport.ok("engine", "containers are switched off"));
    }
}
