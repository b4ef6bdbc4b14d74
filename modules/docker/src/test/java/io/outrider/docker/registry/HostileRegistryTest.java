package io.outrider.docker.registry;

import static io.outrider.docker.registry.CheckScene.image;
import static io.outrider.docker.registry.CheckScene.local;
import static io.outrider.docker.registry.CheckScene.project;
import static io.outrider.docker.registry.CheckScene.spec;
import static io.outrider.docker.registry.HostileServer.answer;
import static io.outrider.docker.registry.HostileServer.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.docker.registry.HostileServer.Script;
import io.outrider.docker.registry.ProjectVerdict.Finding;
import io.outrider.docker.registry.ProjectVerdict.OfContainer;
import io.outrider.testkit.Await;
import io.outrider.testkit.ThrowAwayCa;
import io.outrider.testkit.TimeoutFactor;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The check against registries that answer anything. */
class HostileRegistryTest {
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private static OfContainer verdict(HostileServer server) throws Exception {
        return verdict(server, Duration.ofSeconds(20));
    }

    private static OfContainer verdict(HostileServer server, Duration limit) throws Exception {
        CheckScene scene = new CheckScene().with(server.host(), "unit", "right horse");
        scene.limit = limit;
        return scene.verdict(image(server.host(), "app:1"));
    }

    private static Finding error(HostileServer server) throws Exception {
        OfContainer verdict = verdict(server);
        assertThat(verdict.errors()).hasSize(1);
        Finding error = verdict.errors().get(0);
        assertThat(error.message()).contains(server.host()).doesNotContain("right horse", "Exception", "java");
        return error;
    }

    private static String digest(String body) throws Exception {
        byte[] sha = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
        return "sha256:" + HexFormat.of().formatHex(sha);
    }

    /** Registry whose tag is this manifest; blobs are answered with the config. */
    private static Script serving(String manifest, String config) throws Exception {
        String digest = digest(manifest);
        return (request, to) -> {
            boolean isHead = request.startsWith("HEAD");
            String body = isHead ? "" : request.contains("/blobs/") ? config : manifest;
            answer(to, "200 OK", "Docker-Content-Digest: " + digest + "\r\n", body);
        };
    }

    static Stream<String> badManifests() throws Exception {
        String layer = "{\"digest\":\"" + digest("x") + "\",\"size\":";
        String config = "\"config\":{\"digest\":\"" + digest("{}") + "\"}";
        return Stream.of(
                "",
                "null",
                "[]",
                "1",
                "\"text\"",
                "{",
                "{}",
                "{\"layers\":[]}",
                "{" + config + "}",
                "{" + config + ",\"layers\":[]}",
                "{" + config + ",\"layers\":{}}",
                "{" + config + ",\"layers\":[null]}",
                "{" + config + ",\"layers\":[{}]}",
                "{" + config + ",\"layers\":[" + layer + "-1}]}",
                "{" + config + ",\"layers\":[" + layer + "9e99}]}",
                "{" + config + ",\"layers\":[" + layer + "\"much\"}]}",
                "{" + config + ",\"layers\":[" + layer + "9223372036854775807}]}",
                "{\"config\":{\"digest\":\"../../../etc\"},\"layers\":[]}",
                "{\"config\":{\"digest\":7},\"layers\":[]}",
                "{\"config\":null,\"layers\":[]}",
                "{\"manifests\":[{\"platform\":{\"os\":\"linux\",\"architecture\":\"amd64\"}}]}",
                "{\"manifests\":{}}",
                "{\"manifests\":" + "[".repeat(100_000),
                "{\"a\":".repeat(100_000),
                "{\"manifests\":[" + "{},".repeat(1_000_000) + "{}]}",
                "{\"layers\":[" + "1,".repeat(1_000_000) + "1]}",
                "{\"schemaVersion\":1,\"fsLayers\":[]}");
    }

    @ParameterizedTest
    @MethodSource("badManifests")
    void aManifestThatIsNoneIsAFaultOfTheRegistry(String manifest) throws Exception {
        try (HostileServer server = new HostileServer(serving(manifest, "{}"))) {
            assertThat(error(server).code().name()).isEqualTo("REGISTRY_BUSY");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"manifests\":[]}",
                "{\"manifests\":[null]}",
                "{\"manifests\":[{\"platform\":{}}]}",
                "{\"manifests\":[{\"platform\":{\"os\":\"unknown\",\"architecture\":\"unknown\"}}]}"
            })
    void aListWithoutThePlatformSaysSo(String manifest) throws Exception {
        try (HostileServer server = new HostileServer(serving(manifest, "{}"))) {
            assertThat(error(server).code().name()).isEqualTo("IMAGE_PLATFORM");
        }
    }

    @Test
    void longNamesOfPlatformsAreCut() throws Exception {
        String entry = "{\"platform\":{\"os\":\"linux\",\"architecture\":\"" + "x".repeat(10_000) + "%d\"}}";
        String list = "{\"manifests\":[" + entry.formatted(1) + ("," + entry.formatted(2)).repeat(50) + "]}";
        try (HostileServer server = new HostileServer(serving(list, "{}"))) {
            assertThat(error(server).message()).hasSizeLessThan(2_000);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "null",
                "{\"rootfs\":7}",
                "{\"rootfs\":{\"diff_ids\":\"x\"}}",
                "{\"rootfs\":{\"diff_ids\":[]}}",
                "{\"rootfs\":{\"diff_ids\":[\"a\",\"b\"]}}",
            })
    void aConfigThatIsNoneIsAFaultOfTheRegistry(String config) throws Exception {
        String manifest = "{\"config\":{\"digest\":\"" + digest(config) + "\"},\"layers\":[{\"digest\":\"" + digest("x")
                + "\",\"size\":1}]}";
        try (HostileServer server = new HostileServer(serving(manifest, config))) {
            assertThat(error(server).code().name()).isEqualTo("REGISTRY_BUSY");
        }
        String good = "{\"os\":\"linux\",\"architecture\":\"amd64\",\"rootfs\":{\"diff_ids\":[\"a\"]}}";
        String whole = manifest.replace(digest(config), digest(good));
        try (HostileServer server = new HostileServer(serving(whole, good))) {
            assertThat(verdict(server).errors()).isEmpty();
        }
    }

    @Test
    void aDocumentThatIsNotOfItsDigestIsRefused() throws Exception {
        String good = "{\"os\":\"linux\",\"architecture\":\"amd64\",\"rootfs\":{\"diff_ids\":[]}}";
        String manifest = "{\"config\":{\"digest\":\"" + digest("other") + "\"},\"layers\":[]}";
        try (HostileServer server = new HostileServer(serving(manifest, good))) {
            assertThat(error(server).code().name()).isEqualTo("REGISTRY_BUSY");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, (1L << 40) + 1, Long.MAX_VALUE})
    void aLayerOfAnImpossibleSizeIsAFaultOfTheRegistry(long size) throws Exception {
        String config = "{\"os\":\"linux\",\"architecture\":\"amd64\",\"rootfs\":{\"diff_ids\":[\"a\"]}}";
        String manifest = "{\"config\":{\"digest\":\"" + digest(config) + "\"},\"layers\":[{\"digest\":\"" + digest("x")
                + "\",\"size\":" + size + "}]}";
        try (HostileServer server = new HostileServer(serving(manifest, config))) {
            assertThat(error(server).code().name()).isEqualTo("REGISTRY_BUSY");
        }
    }

    private static void endless(OutputStream to, String head, String part, long pauseMillis) throws Exception {
        write(to, head);
        while (!Thread.interrupted()) {
            write(to, part);
            LockSupport.parkNanos(pauseMillis * 1_000_000);
        }
    }

    /** HEAD has no body: it succeeds, and the digest is asked for with GET. */
    private static Script afterHead(Script get) {
        return (request, to) -> {
            if (request.startsWith("HEAD")) {
                answer(to, "200 OK", "", "");
            } else {
                get.answer(request, to);
            }
        };
    }

    static Stream<Script> endless() {
        String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        String sized = "HTTP/1.1 200 OK\r\nContent-Length: 2000000000\r\n\r\n";
        String refused = sized.replace("200 OK", "404 None");
        return Stream.of(
                (request, to) -> Thread.sleep(60_000), // says nothing until the server is closed
                (request, to) -> endless(to, "", "x", 20),
                (request, to) -> endless(to, "HTTP/1.1 200 OK\r\n", "X", 20),
                (request, to) -> endless(to, "HTTP/1.1 200 OK\r\n", "X: y\r\n", 0),
                (request, to) -> endless(to, "", "HTTP/1.1 100 Continue\r\n\r\n", 0),
                afterHead((request, to) -> endless(to, sized, " ", 20)),
                afterHead((request, to) -> endless(to, sized, " ".repeat(10_000), 0)),
                afterHead((request, to) -> endless(to, refused, "x", 20)),
                afterHead((request, to) -> endless(to, refused, "x".repeat(10_000), 0)),
                afterHead((request, to) -> endless(to, chunked, "1\r\n \r\n", 20)),
                afterHead((request, to) -> endless(to, chunked, "800\r\n" + " ".repeat(2048) + "\r\n", 0)));
    }

    @ParameterizedTest
    @MethodSource("endless")
    void anEndlessAnswerEndsInTime(Script script) throws Exception {
        try (HostileServer server = new HostileServer(script)) {
            long begin = System.nanoTime();
            assertThat(verdict(server, LIMIT).errors()).singleElement().satisfies(each -> {
                assertThat(each.code().name()).isEqualTo("REGISTRY_UNREACHABLE");
                assertThat(each.message()).contains(server.host()).doesNotContain("Exception", "java");
            });
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(TimeoutFactor.scaled(LIMIT.plusSeconds(3)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\r\n\r\n",
                "nonsense\r\n\r\n",
                "HTTP/1.1 abc\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"
            })
    void whatIsNoHttpIsNoRegistry(String text) throws Exception {
        try (HostileServer server = new HostileServer((request, to) -> write(to, text))) {
            assertThat(error(server).code().name()).isIn("REGISTRY_UNREACHABLE", "REGISTRY_BUSY");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://10.0.0.1/x", "file:///etc/passwd", "ftp://127.0.0.1/", "://", "jar:x", "https://"})
    void aRedirectLeadsToHttpsOrWithinTheMachine(String location) throws Exception {
        Script script = (request, to) -> answer(to, "307 Moved", "Location: " + location + "\r\n", "");
        try (HostileServer server = new HostileServer(script)) {
            Finding error = error(server);
            assertThat(error.code().name()).isEqualTo("REGISTRY_UNREACHABLE");
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void redirectsInACircleEnd() throws Exception {
        try (HostileServer server =
                new HostileServer((request, to) -> answer(to, "302 Moved", "Location: /v2/\r\n", ""))) {
            assertThat(error(server).message()).contains("redirects again and again");
            assertThat(server.requests).hasSize(6);
        }
    }

    @Test
    void anotherHostDoesNotGetTheAuthorization() throws Exception {
        try (HostileServer store = new HostileServer((request, to) -> answer(to, "404 None", "", ""));
                HostileServer server = new HostileServer((request, to) -> {
                    if (!request.contains("Authorization: Basic")) {
                        answer(to, "401 No", "WWW-Authenticate: Basic realm=\"x\"\r\n", "");
                    } else {
                        answer(to, "307 Moved", "Location: http://" + store.host() + "/blob\r\n", "");
                    }
                })) {
            assertThat(error(server).code().name()).isEqualTo("IMAGE_NOT_FOUND");
            assertThat(store.requests)
                    .singleElement()
                    .satisfies(each -> assertThat(each).contains("/blob").doesNotContainIgnoringCase("authorization"));
            assertThat(server.requests).hasSize(2);
        }
    }

    @Test
    void oneSilentRegistryHoldsUpNoOther() throws Exception {
        AtomicReference<Long> answered = new AtomicReference<>();
        try (HostileServer silent = new HostileServer((request, to) -> Thread.sleep(60_000)); // until it is closed
                HostileServer other = new HostileServer((request, to) -> {
                    answered.set(System.nanoTime());
                    answer(to, "404 None", "", "");
                })) {
            CheckScene scene = new CheckScene();
            scene.limit = LIMIT;
            long begin = System.nanoTime();
            var containers = scene.verdict(project(
                            "p",
                            spec("a", image(silent.host(), "a:1")),
                            spec("b", image(silent.host(), "b:1")),
                            spec("c", image(silent.host(), "c:1")),
                            spec("d", image(other.host(), "d:1"))))
                    .get(0)
                    .containers();
            assertThat(containers.stream()
                            .map(each -> each.errors().get(0).code().name()))
                    .containsExactly(
                            "REGISTRY_UNREACHABLE", "REGISTRY_UNREACHABLE", "REGISTRY_UNREACHABLE", "IMAGE_NOT_FOUND");
            assertThat(silent.requests).hasSize(1);
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(TimeoutFactor.scaled(LIMIT.multipliedBy(2)));
            assertThat(Duration.ofNanos(answered.get() - begin)).isLessThan(TimeoutFactor.scaled(LIMIT));
        }
    }

    @Test
    void anInterruptEndsTheCheck() throws Exception {
        try (HostileServer silent = new HostileServer((request, to) -> Thread.sleep(60_000))) { // until it is closed
            CheckScene scene = new CheckScene();
            scene.limit = Duration.ofMinutes(5);
            Thread caller = Thread.currentThread();
            Thread interrupter = new Thread(() -> {
                Await.until("the registry is asked", () -> !silent.requests.isEmpty());
                caller.interrupt();
            });
            interrupter.start();
            assertThatThrownBy(() -> scene.verdict(image(silent.host(), "a:1")))
                    .isInstanceOf(InterruptedException.class);
            interrupter.join();
            Await.until(
                    "no thread waits for the registry",
                    Duration.ofSeconds(5),
                    () -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(each -> each.getName().equals("registry-query")));
        }
    }

    @Test
    void slowBytesUnderTlsEndInTime(@TempDir Path folder) throws Exception {
        Script script = afterHead(
                (request, to) -> endless(to, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "0", 20));
        var ca = new ThrowAwayCa(folder, "slow-ca");
        var factory = TlsSockets.server(ca.server("IP:127.0.0.1"));
        var socket = factory.createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        try (HostileServer server = new HostileServer(script, socket)) {
            CheckScene scene = new CheckScene();
            scene.limit = LIMIT;
            scene.certificates = folder.resolve("certs.d");
            Files.copy(
                    ca.certificate(),
                    Files.createDirectories(scene.certificates.resolve(server.host()))
                            .resolve("ca.crt"));
            long begin = System.nanoTime();
            OfContainer verdict = scene.verdict(image(server.host(), "app:1"));
            assertThat(verdict.errors().get(0).message()).contains("within 1 s");
            assertThat(server.requests).hasSize(2);
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(TimeoutFactor.scaled(LIMIT.plusSeconds(3)));
        }
    }

    @Test
    void aCertificateForAnotherNameIsNotTrusted(@TempDir Path folder) throws Exception {
        var ca = new ThrowAwayCa(folder, "other-ca");
        var factory = TlsSockets.server(ca.server("DNS:registry.example"));
        var socket = factory.createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        try (HostileServer server = new HostileServer((request, to) -> answer(to, "404 None", "", ""), socket)) {
            CheckScene scene = new CheckScene();
            scene.certificates = folder.resolve("certs.d");
            Files.copy(
                    ca.certificate(),
                    Files.createDirectories(scene.certificates.resolve(server.host()))
                            .resolve("ca.crt"));
            OfContainer verdict = scene.verdict(image(server.host(), "app:1"));
            assertThat(verdict.errors().get(0).message()).contains("another name");
            assertThat(server.requests).isEmpty();
        }
    }

    @Test
    void aBusyRegistryIsAWarningIfTheImageIsLocal() throws Exception {
        Script script = (request, to) -> answer(to, "429 Many", "Retry-After: 77\r\n", "");
        try (HostileServer server = new HostileServer(script)) {
            CheckScene scene = new CheckScene();
            scene.images.add(local(image(server.host(), "app:1"), "sha256:old", List.of()));
            OfContainer verdict = scene.verdict(image(server.host(), "app:1"));
            assertThat(verdict.errors()).isEmpty();
            assertThat(verdict.warnings())
                    .singleElement()
                    .satisfies(each -> assertThat(each.message()).contains("not before 77 s"));
        }
    }
}
