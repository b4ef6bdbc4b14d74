package io.outrider.docker.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.Project;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClashesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> FOREIGN = Map.of();

    private static String port(String key, String address, String port) {
        return "{\"PortBindings\":{\"" + key + "\":[{\"HostIp\":\"" + address + "\",\"HostPort\":\"" + port + "\"}]}}";
    }

    private static ContainerSpec spec(String name, String hostConfig) throws Exception {
        ObjectNode config = JSON.createObjectNode().put("Image", "app:1");
        config.set("HostConfig", JSON.readTree(hostConfig));
        return new ContainerSpec(name, name, PlanFixtures.image("app", "1"), List.of(), null, List.of(), config);
    }

    private static EngineContainer container(
            String name, boolean running, String hostConfig, Map<String, String> labels) throws Exception {
        return new EngineContainer(
                "id-" + name,
                name,
                "app:1",
                "sha256:0",
                labels,
                PlanFixtures.state(running ? "running" : "exited", 0),
                RestartPolicy.NO,
                JSON.createObjectNode(),
                JSON.readTree(hostConfig));
    }

    private static List<Failure> findings(ContainerSpec spec, EngineContainer... containers) {
        Project project = new Project("p", "1", "hash", List.of(spec), List.of(), List.of("before"));
        ContainerOwnership ownership = new ContainerOwnership(project, PlanFixtures.releases(project));
        List<EngineContainer> foreign =
                Stream.of(containers).filter(each -> !ownership.owns(each)).toList();
        return Stream.concat(Clashes.names(spec, foreign), Clashes.ports(spec, foreign))
                .toList();
    }

    @Test
    void aNameOfAForeignContainerIsInUseWhetherItRunsOrNot() throws Exception {
        for (boolean running : List.of(true, false)) {
            assertThat(findings(spec("app", "{}"), container("app", running, "{}", FOREIGN)))
                    .singleElement()
                    .satisfies(each -> {
                        assertThat(each.errorCode()).isEqualTo(DockerErrors.NAME_IN_USE);
                        assertThat(each.getMessage()).contains("app").contains("remove_containers");
                    });
        }
        assertThat(findings(spec("app", "{}"), container("app2", true, "{}", FOREIGN)))
                .isEmpty();
    }

    @Test
    void containersOfTheProjectAreNotInItsWay() throws Exception {
        String bound = port("80/tcp", "", "8080");
        ContainerSpec spec = spec("app", bound);
        assertThat(findings(
                        spec,
                        container("app", true, bound, Map.of("io.outrider.project", "p")),
                        container("old", true, bound, Map.of("project", "p", "release", "1", "release_hash", "x")),
                        container("before", true, bound, FOREIGN)))
                .isEmpty();
        assertThat(findings(spec, container("other", true, bound, Map.of("io.outrider.project", "q"))))
                .hasSize(1);
        assertThat(findings(spec, container("other", true, bound, Map.of("project", "p"))))
                .as("one of AutoPi's labels alone belongs to anybody")
                .hasSize(1);
    }

    @Test
    void aStoppedContainerBindsNoPort() throws Exception {
        String bound = port("80/tcp", "", "8080");
        assertThat(findings(spec("app", bound), container("other", false, bound, FOREIGN)))
                .isEmpty();
        assertThat(findings(spec("app", bound), container("other", true, bound, FOREIGN)))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.errorCode()).isEqualTo(DockerErrors.PORT_IN_USE);
                    assertThat(each.getMessage()).contains("8080/tcp").contains("other");
                });
    }

    @Test
    void aContainerInTheNetworkOfTheHostPublishesNoPort() throws Exception {
        String bound = port("80/tcp", "", "8080");
        String host = bound.replaceFirst("\\{", "{\"NetworkMode\":\"host\",");
        assertThat(findings(spec("app", bound), container("other", true, host, FOREIGN)))
                .isEmpty();
        assertThat(findings(spec("app", host), container("other", true, bound, FOREIGN)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "80/tcp, '', 8080, 81/tcp, '', 8080, true",
        "80/tcp, '', 8080, 80, '', 8080, true",
        "80/tcp, '', 8080, 80/udp, '', 8080, false",
        "80/tcp, '', 8080, 80/tcp, '', 8081, false",
        "80/tcp, 127.0.0.1, 8080, 80/tcp, 0.0.0.0, 8080, true",
        "80/tcp, 127.0.0.1, 8080, 80/tcp, ::, 8080, true",
        "80/tcp, 127.0.0.1, 8080, 80/tcp, 127.0.0.1, 8080, true",
        "80/tcp, 127.0.0.1, 8080, 80/tcp, 10.0.0.1, 8080, false",
        "80/tcp, '', '', 80/tcp, '', '', false",
        "80/tcp, '', 0, 80/tcp, '', 0, false",
        "80/tcp, '', 8000-8010, 80/tcp, '', 8000-8010, false",
    })
    void portsMeetByNumberProtocolAndAddress(
            String key, String address, String port, String otherKey, String otherAddress, String other, boolean meets)
            throws Exception {
        ContainerSpec spec = spec("app", port(key, address, port));
        EngineContainer foreign = container("other", true, port(otherKey, otherAddress, other), FOREIGN);
        assertThat(findings(spec, foreign)).hasSize(meets ? 1 : 0);
    }

    @Test
    void bindingsOfAnyShapeAreRead() throws Exception {
        for (String odd : List.of(
                "{}",
                "null",
                "{\"PortBindings\":null}",
                "{\"PortBindings\":{\"80/tcp\":null}}",
                "{\"PortBindings\":[1]}",
                "{\"PortBindings\":{\"80/tcp\":[{\"HostPort\":{}}]}}",
                "{\"PortBindings\":{\"80/tcp\":[{\"HostIp\":null,\"HostPort\":null}]}}")) {
            assertThat(findings(spec("app", odd), container("other", true, odd, FOREIGN)))
                    .isEmpty();
        }
    }
}
