package io.outrider.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ContainersTest {
    private static DockerDaemon daemon;

    @BeforeAll
    static void start() {
        daemon = DockerDaemon.open();
    }

    @AfterAll
    static void close() {
        daemon.close();
    }

    @AfterEach
    void clear() {
        daemon.clear();
    }

    private JsonNode state(String container) {
        return daemon.call("GET", "/containers/" + container + "/json", "").get("State");
    }

    @Test
    void anImageIsLoadedUnderItsIdAndItsContainerRuns() {
        TestImage image = TestImage.running("app:1");
        daemon.load(image);
        daemon.run("a1", "app:1");
        assertThat(state("a1").get("Status").textValue()).isEqualTo("running");
        assertThat(daemon.call("GET", "/images/app:1/json", "").get("Id").textValue())
                .isEqualTo(image.id());
        assertThat(image.withMarker("x").id()).isNotEqualTo(image.id());
    }

    @Test
    void anImageExitsWithItsCode() {
        daemon.load(TestImage.exiting("bad:1", 7));
        daemon.run("b1", "bad:1");
        Await.until("it exits", () -> state("b1").get("ExitCode").intValue() == 7);
    }

    @Test
    void healthIsTheEngines() {
        daemon.load(TestImage.healthy("well:1"), TestImage.unhealthy("sick:1"));
        daemon.run("well", "well:1");
        daemon.run("sick", "sick:1");
        Await.until("healthy", () -> state("well").at("/Health/Status").asText().equals("healthy"));
        Await.until(
                "unhealthy", () -> state("sick").at("/Health/Status").asText().equals("unhealthy"));
    }

    @Test
    void aKilledEngineAndOneAfterAPowerCutStartAgainWithTheirContainers() {
        try (DockerDaemon other = DockerDaemon.open()) {
            other.load(TestImage.running("app:1"));
            other.run("c1", "app:1");
            List<Runnable> ends = List.of(other::kill, other::powerCut, other::stop);
            for (Runnable end : ends) {
                end.run();
                other.start();
                JsonNode state = other.call("GET", "/containers/c1/json", "").get("State");
                assertThat(state.get("Status").textValue()).isEqualTo("exited");
                other.call("POST", "/containers/c1/start", "");
            }
        }
    }

    @Test
    void aClosedEngineLeavesNoProcessAndNoFolder() throws IOException {
        long pid;
        Path folder;
        try (DockerDaemon other = DockerDaemon.open()) {
            folder = other.socket().getParent();
            other.load(TestImage.ignoringTerm("app:1"));
            other.run("c1", "app:1");
            pid = other.call("GET", "/containers/c1/json", "").at("/State/Pid").longValue();
        }
        Path commandLine = Path.of("/proc/" + pid + "/cmdline");
        assertThat(Files.exists(commandLine) ? Files.readString(commandLine) : "")
                .isEmpty();
        assertThat(folder).doesNotExist();
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(folder.toString());
    }

    @Test
    void theEnginePullsThroughTheProxyWhatWasPushed(@TempDir Path folder) {
        try (DockerRegistry registry = DockerRegistry.open(folder);
                RegistryProxy proxy = new RegistryProxy(registry)) {
            TestImage image = TestImage.running("team/app:1").withLayers(100_000);
            String digest = registry.push(image);
            assertThat(registry.repositories()).containsExactly("team/app");
            daemon.call("POST", "/images/create?fromImage=" + proxy.host() + "/team/app&tag=1", "");
            JsonNode pulled = daemon.call("GET", "/images/" + proxy.host() + "/team/app:1/json", "");
            assertThat(pulled.get("Id").textValue()).isEqualTo(image.id());
            assertThat(pulled.at("/RepoDigests/0").textValue()).endsWith(digest);
            assertThat(proxy.blobBytes()).isGreaterThan(1_000_000);
        }
    }

    @Test
    void eachFaultOfTheRegistryMakesAPullFail(@TempDir Path folder) throws IOException {
        try (DockerRegistry registry = DockerRegistry.open(folder);
                RegistryProxy proxy = new RegistryProxy(registry)) {
            registry.push(TestImage.running("app:1").withLayers(1_000_000));
            for (RegistryFault fault : RegistryFault.values()) {
                if (fault != RegistryFault.STALL && fault != RegistryFault.CUT) {
                    proxy.fail(fault, "/manifests/", 100);
                    assertThat(pull(proxy)).as(fault.name()).isNotEmpty();
                }
            }
            proxy.fail(RegistryFault.CUT, "/blobs/", 1);
            assertThat(pull(proxy)).doesNotContain("error");
            assertThat(proxy.requests()).contains("GET /v2/app/manifests/1");
        }
    }

    private String pull(RegistryProxy proxy) throws IOException {
        UnixHttp.HttpReply reply = UnixHttp.call(
                daemon.socket(),
                "POST",
                "/images/create?fromImage=" + proxy.host() + "/app&tag=1",
                "text/plain",
                new byte[0]);
        return reply.status() >= 400 || reply.text().contains("\"error\"") ? "error: " + reply.text() : "";
    }

    @Test
    void aRegistryWithTlsAndPasswordTakesAPush(@TempDir Path folder) {
        try (DockerRegistry registry = DockerRegistry.withTls(folder, new ThrowAwayCa(folder, "ca"))) {
            registry.pushList(
                    TestImage.running("app:1"), TestImage.running("app:1").forArchitecture("s390x"));
            assertThat(registry.repositories()).containsExactly("app");
        }
    }
}
