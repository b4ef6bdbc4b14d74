package io.outrider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.testkit.TestContext;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DockerSettingsTest {
    private static DockerSettings docker(Map<String, ?> values) throws Failure {
        return new TestContext().withSettings(values).settings(DockerSettings.class);
    }

    private static ReleaseSettings releases(Map<String, ?> values) throws Failure {
        return new TestContext().withSettings("releases", values).settings("releases", ReleaseSettings.class);
    }

    @Test
    void containersAreOffAndReleasesOfAutoPiWorkByDefault() throws Exception {
        assertThat(docker(Map.of()).enabled()).isFalse();
        assertThat(docker(Map.of()).socket()).contains("/run/docker.sock", "/run/balena-engine.sock");
        ReleaseSettings settings = releases(Map.of());
        assertThat(settings.pull()).isEqualTo("any");
        assertThat(settings.allowPrivileged()).isTrue();
        assertThat(settings.allowHostNetwork()).isTrue();
        assertThat(settings.bindBelow()).containsExactly("/");
        assertThat(settings.registriesOnly()).isEmpty();
        assertThat(settings.removeUnknown()).isFalse();
        assertThat(settings.probation()).isEqualTo(10);
    }

    @Test
    void oneSocketStandsWithoutBrackets() throws Exception {
        assertThat(docker(Map.of("socket", "/run/podman.sock")).socket()).containsExactly("/run/podman.sock");
    }

    @ParameterizedTest
    @CsvSource({
        "pull, sometimes",
        "pull_bytes_per_day, -1",
        "probation, 3601",
        "health_timeout, 0",
        "pull_awake, 86401",
        "bind_below, data",
        "purge_below, ./x"
    })
    void aWrongKeyOfReleasesIsNamed(String key, String value) {
        Object typed = key.endsWith("below") ? List.of(value) : value;
        assertThatThrownBy(() -> releases(Map.of(key, typed)))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith(key + ": ");
    }

    @Test
    void withoutPrivilegesNoPathOfTheHostIsMountedUnlessItIsNamed() throws Failure {
        assertThat(releases(Map.of("allow_privileged", false)).bindBelow()).isEmpty();
        assertThat(releases(Map.of("allow_privileged", false, "bind_below", List.of("/data")))
                        .bindBelow())
                .containsExactly("/data");
    }

    @Test
    void unknownContainersAreNotRemovedByAWhitelistThatNobodySigns() {
        assertThatThrownBy(() -> releases(Map.of("remove_unknown", true, "require_signature", true)))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("remove_unknown: cannot be true with require_signature");
    }

    @ParameterizedTest
    @CsvSource({"timeout, 0", "registry_timeout, 601", "stop_timeout, 0", "socket, docker.sock"})
    void aWrongKeyOfDockerIsNamed(String key, String value) {
        assertThatThrownBy(() -> docker(Map.of(key, value)))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith(key + ": ");
    }

    @Test
    void bothSectionsBelongToTheModule() {
        assertThat(new DockerFactory().sections()).containsOnlyKeys("docker", "releases");
        assertThat(new DockerFactory().signatures())
                .extracting(each -> each.name())
                .contains("docker.release", "docker.rollback", "docker.ps")
                .doesNotHaveDuplicates()
                .allMatch(name -> name.startsWith("docker."));
    }
}
