package io.outrider.docker.registry;

import static io.outrider.docker.registry.CheckScene.image;
import static io.outrider.docker.registry.HostileServer.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.docker.registry.ProjectVerdict.Finding;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Registry;
import io.outrider.testkit.ManualTicker;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Registries that want a token of a service, as Docker Hub and GitLab do. */
class BearerTokenTest {
    private static final String DIGEST = "sha256:" + "a".repeat(64);
    private static final String BASIC = "Basic " + Base64.getEncoder().encodeToString("unit:right horse".getBytes());

    private String tokens = "{\"token\":\"T1\",\"expires_in\":300}";
    private String realm; // null for the server itself

    /** Registry and token service in one. */
    private HostileServer server() {
        HostileServer[] self = new HostileServer[1];
        self[0] = new HostileServer((request, to) -> {
            String own = "http://" + self[0].host() + "/token";
            if (request.contains("/token?")) {
                answer(to, "200 OK", "", tokens);
            } else if (request.contains("Authorization: Bearer T1\n")) {
                answer(to, "200 OK", "Docker-Content-Digest: " + DIGEST + "\r\n", "");
            } else {
                String challenge = "Bearer realm=\"" + (realm == null ? own : realm) + "\",service=\"a b\",scope=\"x\"";
                answer(to, "401 No", "www-authenticate: " + challenge + "\r\n", "");
            }
        });
        return self[0];
    }

    private static Map<String, String> digests(HostileServer server, ImageName... images) throws Exception {
        CheckScene scene = new CheckScene().with(server.host(), "unit", "right horse");
        return scene.digests(images);
    }

    private static Finding error(HostileServer server) throws Exception {
        CheckScene scene = new CheckScene().with(server.host(), "unit", "right horse");
        List<Finding> errors = scene.verdict(image(server.host(), "app:1")).errors();
        assertThat(errors).hasSize(1);
        assertThat(errors.get(0).message()).doesNotContain("right horse", "T1", "Exception");
        return errors.get(0);
    }

    private static List<String> tokenRequests(HostileServer server) {
        return server.requests.stream().filter(each -> each.contains("/token?")).toList();
    }

    @Test
    void theTokenServiceGetsThePasswordAndTheRegistryTheToken() throws Exception {
        try (HostileServer server = server()) {
            assertThat(digests(server, image(server.host(), "team/app:1"))).containsValue(DIGEST);
            assertThat(server.requests).hasSize(3);
            assertThat(server.requests.get(1))
                    .startsWith("GET /token?scope=repository%3Ateam%2Fapp%3Apull&service=a+b ")
                    .contains("Authorization: " + BASIC);
            assertThat(server.requests.get(2)).doesNotContain("Basic");
        }
    }

    @Test
    void anAccessTokenIsATokenToo() throws Exception {
        tokens = "{\"access_token\":\"T1\",\"expires_in\":null}";
        try (HostileServer server = server()) {
            assertThat(digests(server, image(server.host(), "app:1"))).containsValue(DIGEST);
        }
    }

    @Test
    void oneTokenIsEnoughForARepository() throws Exception {
        try (HostileServer server = server()) {
            String host = server.host();
            assertThat(digests(server, image(host, "app:1"), image(host, "app:2"), image(host, "app:3")))
                    .hasSize(3);
            assertThat(tokenRequests(server)).hasSize(1);
            assertThat(digests(server, image(host, "app:1"), image(host, "other:1")))
                    .hasSize(2);
            assertThat(tokenRequests(server)).hasSize(3);
        }
    }

    @Test
    void anExpiredTokenIsAskedForAgain() throws Exception {
        ManualTicker ticker = new ManualTicker();
        try (HostileServer server = server();
                RegistryHttp http = new RegistryHttp(
                        server.host(),
                        new RegistrySockets(CheckScene.NO_CERTIFICATES),
                        Duration.ofSeconds(20),
                        ticker)) {
            Registry registry = new Registry("own", "", server.host(), "unit", "right horse");
            RegistryClient client = new RegistryClient(registry, http, false, ticker);
            ImageName image = image(server.host(), "app:1");
            for (int i = 0; i < 3; i++) {
                assertThat(client.digest(image)).isEqualTo(DIGEST);
                ticker.advance(TimeUnit.SECONDS.toNanos(100));
            }
            assertThat(tokenRequests(server)).as("within its 300 s").hasSize(1);
            assertThat(client.digest(image)).isEqualTo(DIGEST);
            assertThat(tokenRequests(server)).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"token\":\"T2\"}",
                "{}",
                "null",
                "{\"token\":null}",
                "{\"token\":\"\"}",
                "{\"token\":\"T1\\r\\nX: y\"}",
                "{\"token\":\"T1 T1\"}"
            })
    void aTokenThatIsNotTakenIsARefusedLogin(String answer) throws Exception {
        tokens = answer;
        try (HostileServer server = server()) {
            assertThat(error(server).code().name()).isEqualTo("REGISTRY_LOGIN");
            assertThat(server.requests).hasSizeBetween(2, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[", "{\"token\":[]}", "{\"token\":\"T1\",\"expires_in\":\"soon\"}"})
    void aTokenServiceThatAnswersNonsenseIsAFaultOfTheRegistry(String answer) throws Exception {
        tokens = answer;
        try (HostileServer server = server()) {
            assertThat(error(server).code().name()).isEqualTo("REGISTRY_BUSY");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "file:///etc/passwd", "ftp://127.0.0.1/", "http://", "http://a b/", "http://%zz/"})
    void aTokenServiceWithoutAnAddressGetsNoPassword(String address) throws Exception {
        realm = address;
        try (HostileServer server = server()) {
            assertThat(error(server).code().name()).isEqualTo("REGISTRY_UNREACHABLE");
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void aTokenServiceElsewhereIsNotAskedWithoutTls() throws Exception {
        realm = "http://192.0.2.1/token";
        try (HostileServer server = server()) {
            assertThat(error(server).code().name()).isEqualTo("REGISTRY_UNREACHABLE");
        }
    }
}
