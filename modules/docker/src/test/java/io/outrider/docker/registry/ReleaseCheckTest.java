package io.outrider.docker.registry;

import static io.outrider.docker.registry.CheckScene.image;
import static io.outrider.docker.registry.CheckScene.local;
import static io.outrider.docker.registry.CheckScene.project;
import static io.outrider.docker.registry.CheckScene.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Project;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.RegistryFault;
import io.outrider.testkit.RegistryProxy;
import io.outrider.testkit.TestImage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disk, clashes and form of the verdict, with an open registry. */
class ReleaseCheckTest {
    @TempDir
    private static Path folder;

    private static DockerRegistry registry;

    @BeforeAll
    static void push() {
        registry = DockerRegistry.open(folder);
        registry.push(TestImage.running("a:1").withLayers(3_000_000).forArchitecture("amd64"));
        registry.push(TestImage.running("b:1").withLayers(5_000_000).forArchitecture("amd64"));
    }

    @AfterAll
    static void stop() {
        registry.close();
    }

    private static ImageName app(String name) {
        return image(registry.host(), name);
    }

    private static Project of(String name, String image) {
        return project(name, spec(name, app(image)));
    }

    @Test
    void theDiskHasToSufficeForAllProjectsTogether() throws Exception {
        CheckScene scene = new CheckScene();
        List<ProjectVerdict> plenty = scene.verdict(of("p", "a:1"), of("q", "b:1"));
        assertThat(plenty).allMatch(CheckScene::passes);
        assertThat(plenty.get(0).diskNeeded()).isEqualTo(3 * plenty.get(0).bytes());
        assertThat(plenty.get(1).diskNeeded())
                .as("busybox is in both")
                .isBetween(
                        3 * 8_000_000L,
                        3 * (plenty.get(0).bytes() + plenty.get(1).bytes()) - 1);
        scene.free = plenty.get(1).diskNeeded() - 1;
        List<ProjectVerdict> tight = scene.verdict(of("p", "a:1"), of("q", "b:1"));
        assertThat(CheckScene.passes(tight.get(0))).isTrue();
        assertThat(tight.get(1).errors()).singleElement().satisfies(each -> {
            assertThat(each.code()).isEqualTo(DockerErrors.DISK_TOO_SMALL);
            assertThat(each.message()).contains("q").contains("/var/lib/docker").endsWith("free 1 MB");
        });
    }

    @Test
    void whatTheCleanUpFreesCounts() throws Exception {
        CheckScene scene = new CheckScene();
        scene.free = 1_000_000;
        assertThat(CheckScene.passes(scene.verdict(of("p", "a:1")).get(0))).isFalse();
        scene.freed = 50_000_000;
        ProjectVerdict verdict = scene.verdict(of("p", "a:1")).get(0);
        assertThat(CheckScene.passes(verdict)).isTrue();
        assertThat(verdict.diskFree()).isEqualTo(51_000_000);
    }

    @Test
    void anUnknownDiskIsNoError() throws Exception {
        CheckScene scene = new CheckScene();
        scene.free = -1;
        assertThat(CheckScene.passes(scene.verdict(of("p", "a:1")).get(0))).isTrue();
        scene.free = 0;
        EngineInfo it = scene.engine;
        scene.engine = new EngineInfo(it.name(), it.version(), it.os(), it.architecture(), it.variant(), "");
        ProjectVerdict verdict = scene.verdict(of("p", "a:1")).get(0);
        assertThat(CheckScene.passes(verdict)).isTrue();
        assertThat(verdict.diskFree()).isEqualTo(-1);
    }

    @Test
    void aProjectThatPullsNothingNeedsNoDisk() throws Exception {
        CheckScene scene = new CheckScene();
        String digest = scene.verdict(app("a:1")).digest();
        scene.images.add(local(app("a:1"), digest, List.of()));
        scene.free = 0;
        List<ProjectVerdict> verdicts = scene.verdict(of("q", "b:1"), of("p", "a:1"));
        assertThat(CheckScene.passes(verdicts.get(0))).isFalse();
        assertThat(CheckScene.passes(verdicts.get(1))).isTrue();
        assertThat(verdicts.get(1).bytes()).isZero();
    }

    @Test
    void clashesAreErrorsOfTheContainer() throws Exception {
        CheckScene scene = new CheckScene();
        scene.containers.add(CheckScene.container("p", true, "{}", Map.of()));
        ProjectVerdict verdict = scene.verdict(of("p", "a:1")).get(0);
        assertThat(CheckScene.passes(verdict)).isFalse();
        assertThat(verdict.errors()).isEmpty();
        assertThat(verdict.containers().get(0).errors())
                .extracting(each -> each.code())
                .containsExactly(DockerErrors.NAME_IN_USE);
        assertThat(verdict.containers().get(0).platformOk()).isTrue();
    }

    @Test
    void imagesOfFallbackContainersAreCheckedAndTheReleaseCanDoWithoutThem() throws Exception {
        CheckScene scene = new CheckScene();
        Project project = new Project(
                "p",
                "2",
                "h",
                List.of(spec("new", app("a:1"))),
                List.of(spec("old", app("b:1")), spec("lost", app("none:1"))),
                List.of());
        ProjectVerdict verdict = scene.verdict(project).get(0);
        assertThat(CheckScene.passes(verdict)).isTrue();
        assertThat(verdict.bytes()).as("those of both").isGreaterThan(8_000_000);
        assertThat(verdict.containers().get(2).warnings())
                .extracting(each -> each.code())
                .containsExactly(DockerErrors.IMAGE_NOT_FOUND);
        scene.images.add(local(app("b:1"), "sha256:moved", List.of()));
        assertThat(scene.verdict(project).get(0).bytes())
                .as("what the unit has of the name is taken, also if the tag has moved")
                .isLessThan(5_000_000);
    }

    @Test
    void theTimeForWhichARegistryWantsNotToBeAskedIsKnown() throws Exception {
        try (RegistryProxy proxy = new RegistryProxy(registry)) {
            Project project = project("p", spec("c", image(proxy.host(), "a:1")));
            proxy.fail(RegistryFault.TOO_MANY, "/manifests/", 1);
            assertThat(new CheckScene().result(project).retryAfter()).isEqualTo(Duration.ofSeconds(2));
            assertThat(new CheckScene().result(project).retryAfter()).isZero();
        }
    }

    @Test
    void theReportHasTheVerdictInSnakeCase() throws Exception {
        JsonNode json = CheckScene.JSON.valueToTree(
                new CheckScene().verdict(of("p", "none:1")).get(0));
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "name", "version", "version_hash", "bytes", "disk_needed", "disk_free", "errors", "containers");
        assertThat(json.at("/containers/0").fieldNames())
                .toIterable()
                .containsExactly("name", "image", "digest", "bytes", "layers", "platform_ok", "errors", "warnings");
        assertThat(json.at("/containers/0/errors/0/code").textValue()).isEqualTo("IMAGE_NOT_FOUND");
        assertThat(json.at("/containers/0/errors/0/message").textValue()).contains("none:1");
    }

    @Test
    void nothingDesiredIsNothingAsked() throws Exception {
        CheckScene scene = new CheckScene();
        assertThat(scene.verdict()).isEmpty();
        assertThat(scene.result(project("p")).digests()).isEmpty();
        assertThat(CheckScene.passes(scene.verdict(project("p")).get(0))).isTrue();
    }

    /** Digest and layers that the engine notes of what it pulls are those that the check has named before. */
    @Test
    void theEngineHasWhatTheCheckSays() throws Exception {
        CheckScene scene = new CheckScene();
        registry.pushList(
                TestImage.running("list:1").forArchitecture("amd64").withLayers(1_000),
                TestImage.running("list:1").forArchitecture("arm64"));
        try (DockerDaemon daemon = DockerDaemon.open()) {
            for (String name : List.of("a:1", "list:1")) {
                String before = scene.verdict(app(name)).digest();
                String repository = app(name).familiar();
                daemon.call("POST", "/images/create?fromImage=" + repository + "&tag=1", "");
                JsonNode pulled = daemon.call("GET", "/images/" + app(name).reference() + "/json", "");
                assertThat(pulled.at("/RepoDigests/0").textValue()).isEqualTo(repository + "@" + before);
                List<String> layers = new ArrayList<>();
                pulled.at("/RootFS/Layers").forEach(each -> layers.add(each.textValue()));
                CheckScene after = new CheckScene();
                after.images.add(local(app("other:1"), "sha256:x", layers));
                assertThat(after.verdict(app(name)).layers()).isZero();
                assertThat(scene.verdict(app(name)).layers()).isEqualTo(layers.size());
            }
        }
    }
}
