package io.outrider.docker.registry;

import static io.outrider.docker.registry.CheckScene.image;
import static io.outrider.docker.registry.CheckScene.local;
import static io.outrider.docker.registry.CheckScene.project;
import static io.outrider.docker.registry.CheckScene.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.registry.ProjectVerdict.OfContainer;
import io.outrider.docker.release.ImageName;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.RegistryFault;
import io.outrider.testkit.RegistryProxy;
import io.outrider.testkit.TestImage;
import io.outrider.testkit.ThrowAwayCa;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The check against Debian's docker-registry with a password, and a proxy with faults. */
class RealRegistryTest {
    private static final TestImage APP = TestImage.running("team/app:1").withLayers(300_000, 200_000);
    private static final String WRONG = "wrong donkey";

    @TempDir
    private static Path folder;

    private static DockerRegistry registry;
    private static String digest;

    @BeforeAll
    static void push() {
        registry = DockerRegistry.withPassword(folder);
        digest = registry.push(APP.forArchitecture("amd64"));
    }

    @AfterAll
    static void stop() {
        registry.close();
    }

    private static CheckScene scene() {
        return new CheckScene().with(registry.host(), DockerRegistry.USER, DockerRegistry.PASSWORD);
    }

    private static ImageName app() {
        return image(registry.host(), "team/app:1");
    }

    private static List<String> codes(OfContainer verdict) {
        return verdict.errors().stream().map(each -> each.code().name()).toList();
    }

    @Test
    void anImageThatIsNotOnTheUnitIsMissingWhole() throws Exception {
        ProjectVerdict project = scene().verdict(project("p", spec("c", app()))).get(0);
        OfContainer container = project.containers().get(0);
        assertThat(container.errors()).isEmpty();
        assertThat(container.digest()).isEqualTo(digest);
        assertThat(container.layers()).isEqualTo(4);
        assertThat(container.bytes()).isBetween(1_000_000L, 10_000_000L);
        assertThat(container.platformOk()).isTrue();
        assertThat(CheckScene.passes(project)).isTrue();
        assertThat(project.bytes()).isEqualTo(container.bytes());
    }

    @Test
    void onlyMissingLayersAreCounted() throws Exception {
        CheckScene scene = scene();
        List<String> layers = layers(scene);
        scene.images.add(local(image(registry.host(), "team/base:1"), "sha256:other", layers.subList(0, 2)));
        OfContainer verdict = scene.verdict(app());
        assertThat(verdict.layers()).isEqualTo(2);
        assertThat(verdict.bytes()).isBetween(500_000L, 510_000L);
    }

    @Test
    void aLayerAboveOthersIsNoUseToTheEngine() throws Exception {
        CheckScene scene = scene();
        List<String> layers = layers(scene);
        scene.images.add(local(image(registry.host(), "team/base:1"), "sha256:other", layers.subList(1, 4)));
        assertThat(scene.verdict(app()).layers()).isEqualTo(4);
    }

    private static List<String> layers(CheckScene scene) throws Exception {
        RegistryQueries queries = new RegistryQueries(scene.certificates, scene.limit, Ticker.system());
        var registries = Map.of(app(), scene.releases().registries().get(0));
        return queries
                .ask(registries, (client, image) -> client.layers(image, digest, new Platforms(scene.engine)))
                .get(app())
                .value()
                .stream()
                .map(RegistryClient.Layer::diffId)
                .toList();
    }

    @Test
    void layersThatContainersShareAreCountedOnceForTheProject() throws Exception {
        digestOf(APP.forArchitecture("amd64").withName("team/second:1"));
        ImageName second = image(registry.host(), "team/second:1");
        ProjectVerdict one = scene().verdict(project("p", spec("c", app()))).get(0);
        ProjectVerdict two = scene().verdict(project("p", spec("c", app()), spec("d", second)))
                .get(0);
        assertThat(two.bytes()).isEqualTo(one.bytes());
        assertThat(two.containers().get(1).bytes()).isEqualTo(one.bytes());
    }

    private static String digestOf(TestImage image) {
        return registry.push(image);
    }

    @Test
    void requiredImagesAreCheckedWithTheContainer() throws Exception {
        ImageName absent = image(registry.host(), "team/base:9");
        OfContainer verdict = scene().verdict(project("p", spec("c", app(), absent)))
                .get(0)
                .containers()
                .get(0);
        assertThat(codes(verdict)).containsExactly("IMAGE_NOT_FOUND");
        assertThat(verdict.errors().get(0).message()).contains("team/base:9");
        assertThat(verdict.digest()).isEqualTo(digest);
    }

    @Test
    void anImageThatIsUpToDateCostsOneRequest() throws Exception {
        try (RegistryProxy proxy = new RegistryProxy(registry)) {
            CheckScene scene = new CheckScene().with(proxy.host(), DockerRegistry.USER, DockerRegistry.PASSWORD);
            ImageName name = image(proxy.host(), "team/app:1");
            scene.images.add(local(name, digest, List.of()));
            assertThat(scene.verdict(name).bytes()).isZero();
            assertThat(proxy.requests())
                    .as("with the challenge before")
                    .hasSize(2)
                    .allMatch(each -> each.startsWith("HEAD"));
        }
    }

    @Test
    void anImageByDigestThatIsOnTheUnitCostsNone() throws Exception {
        try (RegistryProxy proxy = new RegistryProxy(registry)) {
            CheckScene scene = new CheckScene().with(proxy.host(), DockerRegistry.USER, WRONG);
            ImageName pinned = image(proxy.host(), "team/app@" + digest);
            scene.images.add(local(image(proxy.host(), "team/app:1"), digest, List.of()));
            assertThat(scene.verdict(pinned).errors()).isEmpty();
            assertThat(scene.result(project("p", spec("c", pinned))).digests()).isEmpty();
            assertThat(proxy.requests()).isEmpty();
        }
    }

    @Test
    void oneChallengeIsEnoughForARegistryWithoutTokens() throws Exception {
        registry.push(APP.forArchitecture("amd64").withName("team/twin:1"));
        try (RegistryProxy proxy = new RegistryProxy(registry)) {
            CheckScene scene = new CheckScene().with(proxy.host(), DockerRegistry.USER, DockerRegistry.PASSWORD);
            assertThat(scene.digests(image(proxy.host(), "team/app:1"), image(proxy.host(), "team/twin:1")))
                    .hasSize(2);
            assertThat(proxy.requests()).hasSize(3);
        }
    }

    @Test
    void aMovedTagHasAnotherDigest() throws Exception {
        TestImage first = TestImage.running("team/moved:latest").forArchitecture("amd64");
        ImageName tag = image(registry.host(), "team/moved:latest");
        String before = digestOf(first);
        assertThat(scene().digests(tag)).containsValue(before);
        String after = digestOf(first.withMarker("other"));
        assertThat(after).isNotEqualTo(before);
        assertThat(scene().digests(tag)).containsOnly(Map.entry(registry.host() + "/team/moved:latest", after));
    }

    @Test
    void theListsDigestIsThatOfTheTag() throws Exception {
        TestImage multi = TestImage.running("team/multi:1");
        String list = registry.pushList(
                multi.forArchitecture("arm64").withLayers(400_000),
                multi.forArchitecture("amd64").withLayers(100_000));
        OfContainer verdict = scene().verdict(image(registry.host(), "team/multi:1"));
        assertThat(verdict.errors()).isEmpty();
        assertThat(verdict.digest()).isEqualTo(list);
        CheckScene arm = scene();
        arm.engine = CheckScene.engine("arm64", "v8");
        OfContainer other = arm.verdict(image(registry.host(), "team/multi:1"));
        assertThat(other.bytes() - verdict.bytes()).isBetween(290_000L, 310_000L);
    }

    @Test
    void anImageForAnotherProcessorIsNamedWithThePlatformsThatThereAre() throws Exception {
        registry.push(TestImage.running("team/arm:1").forArchitecture("arm64"));
        registry.pushList(
                TestImage.running("team/others:1").forArchitecture("arm64"),
                TestImage.running("team/others:1").forArchitecture("s390x"));
        OfContainer one = scene().verdict(image(registry.host(), "team/arm:1"));
        assertThat(codes(one)).containsExactly("IMAGE_PLATFORM");
        assertThat(one.platformOk()).isFalse();
        assertThat(one.errors().get(0).message()).contains("linux/arm64").contains("linux/amd64");
        OfContainer list = scene().verdict(image(registry.host(), "team/others:1"));
        assertThat(codes(list)).containsExactly("IMAGE_PLATFORM");
        assertThat(list.errors().get(0).message())
                .contains("linux/arm64, linux/s390x")
                .contains("linux/amd64");
    }

    @Test
    void aWrongPasswordIsNoSecretInTheSentence() throws Exception {
        CheckScene scene = new CheckScene().with(registry.host(), DockerRegistry.USER, WRONG);
        OfContainer verdict = scene.verdict(app());
        assertThat(codes(verdict)).containsExactly("REGISTRY_LOGIN");
        assertThat(verdict.errors().get(0).message())
                .contains(registry.host())
                .contains("user name and password")
                .doesNotContain(WRONG);
    }

    @Test
    void aMissingPasswordIsWanted() throws Exception {
        OfContainer verdict = new CheckScene().verdict(app());
        assertThat(codes(verdict)).containsExactly("REGISTRY_LOGIN");
        assertThat(verdict.errors().get(0).message()).contains("wants user name and password");
    }

    @Test
    void anUnknownTagOrRepositoryIsNotFound() throws Exception {
        for (String name : List.of("team/app:9", "nobody/nothing:1", "team/app@sha256:" + "0".repeat(64))) {
            OfContainer verdict = scene().verdict(image(registry.host(), name));
            assertThat(codes(verdict)).containsExactly("IMAGE_NOT_FOUND");
            assertThat(verdict.digest()).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "UNAUTHORIZED, /manifests/, REGISTRY_LOGIN, user name",
        "NOT_FOUND, /manifests/, IMAGE_NOT_FOUND, team/app:1",
        "TOO_MANY, /manifests/, REGISTRY_BUSY, not before 2 s",
        "SERVER_ERROR, /manifests/, REGISTRY_BUSY, 500",
        "CUT, /blobs/, REGISTRY_UNREACHABLE, asked again",
        "STALL, /blobs/, REGISTRY_UNREACHABLE, within 2 s",
    })
    void eachFaultHasItsCode(RegistryFault fault, String where, String code, String word) throws Exception {
        try (RegistryProxy proxy = new RegistryProxy(registry)) {
            proxy.fail(fault, where, 99);
            CheckScene scene = new CheckScene().with(proxy.host(), DockerRegistry.USER, DockerRegistry.PASSWORD);
            scene.limit = Duration.ofSeconds(fault == RegistryFault.STALL ? 2 : 20);
            OfContainer verdict = scene.verdict(image(proxy.host(), "team/app:1"));
            assertThat(codes(verdict)).containsExactly(code);
            assertThat(verdict.errors().get(0).message()).contains(word);
        }
    }

    @Test
    void aSilentRegistryIsAWarningIfTheImageIsLocal() throws Exception {
        String nobody = "127.0.0.1:" + Mosquitto.freePort();
        ImageName name = image(nobody, "team/app:1");
        CheckScene scene = new CheckScene();
        assertThat(codes(scene.verdict(name))).containsExactly("REGISTRY_UNREACHABLE");
        scene.images.add(local(name, digest, List.of()));
        OfContainer verdict = scene.verdict(name);
        assertThat(verdict.errors()).isEmpty();
        assertThat(verdict.warnings()).singleElement().satisfies(each -> {
            assertThat(each.code()).isEqualTo(DockerErrors.REGISTRY_UNREACHABLE);
            assertThat(each.message()).contains(nobody).contains("asked again");
        });
    }

    @Test
    void aRegistryWithTlsIsTrustedByItsFolderOfCertificates() throws Exception {
        Path own = Files.createDirectories(folder.resolve("tls"));
        ThrowAwayCa ca = new ThrowAwayCa(own, "registry-ca");
        try (DockerRegistry tls = DockerRegistry.withTls(own, ca)) {
            String pushed = tls.push(APP.forArchitecture("amd64"));
            ImageName name = image(tls.host(), "team/app:1");
            CheckScene scene = new CheckScene().with(tls.host(), DockerRegistry.USER, DockerRegistry.PASSWORD);
            OfContainer strange = scene.verdict(name);
            assertThat(codes(strange)).containsExactly("REGISTRY_UNREACHABLE");
            assertThat(strange.errors().get(0).message())
                    .contains("certificate")
                    .contains("certs.d");
            scene.certificates = own.resolve("certs.d");
            Path host = Files.createDirectories(scene.certificates.resolve(tls.host()));
            Files.copy(ca.certificate(), host.resolve("ca.crt"));
            OfContainer verdict = scene.verdict(name);
            assertThat(verdict.errors()).isEmpty();
            assertThat(verdict.digest()).isEqualTo(pushed);
            Files.writeString(host.resolve("b.crt"), "-----BEGIN CERTIFICATE-----\nnone\n");
            OfContainer broken = scene.verdict(name);
            assertThat(broken.errors().get(0).message())
                    .contains(host.toString())
                    .contains("no PEM certificate");
        }
    }
}
