package io.outrider.bench.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.testkit.TestImage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ContainerUnitTest {
    @TempDir
    private Path folder;

    @Test
    void aReleaseOfItIsAppliedByItsDaemonOnItsEngine() throws Exception {
        try (ContainerUnit unit = new ContainerUnit(folder, "unit", "[releases]\nprobation = 0\n", builder -> {})) {
            unit.daemon().startLinked();
            String image = unit.push(TestImage.running("gateway:1"));
            unit.desire(
                    "1", List.of(ContainerUnit.container("gateway", image, Map.of("network_mode", "none"))), "waiting");
            assertThat(unit.docker("ps", "--all", "--quiet")).isEmpty();
            assertThat(unit.call("state.sls", "docker.release")).isPositive();
            unit.await("1", "applied");
            assertThat(unit.docker("ps", "--format '{{.Names}} {{.Image}}'")).isEqualTo("app-gateway-1 " + image);
            assertThatThrownBy(() -> unit.call("docker.nothing")).hasMessageContaining("docker.nothing");
            assertThatThrownBy(() -> unit.docker("inspect", "nothing")).hasMessageContaining("No such object");
        }
    }

    @Test
    void thePortOfARegistryIsNoTag() {
        assertThat(ContainerUnit.container("a", "127.0.0.1:5000/team/app:2", Map.of()))
                .containsEntry("image", "127.0.0.1:5000/team/app")
                .containsEntry("tag", "2");
    }
}
