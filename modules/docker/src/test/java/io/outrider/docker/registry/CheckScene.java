package io.outrider.docker.registry;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.ContainerState;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Registry;
import io.outrider.docker.release.Releases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Releases, images and containers of tests of the check, and the check itself. */
final class CheckScene {
    static final ObjectMapper JSON = new ObjectMapper();
    static final Path NO_CERTIFICATES = Path.of("/nonexistent");
    static final long PLENTY = 1L << 40;

    private final List<Registry> registries = new ArrayList<>();
    final List<EngineImage> images = new ArrayList<>();
    final List<EngineContainer> containers = new ArrayList<>();
    Path certificates = NO_CERTIFICATES;
    Duration limit = Duration.ofSeconds(20);
    long free = PLENTY;
    long freed;
    EngineInfo engine = engine("amd64", "");

    static EngineInfo engine(String architecture, String variant) {
        return new EngineInfo("Engine", "20.10.24", "linux", architecture, variant, "/var/lib/docker");
    }

    static ImageName image(String host, String name) {
        int at = name.indexOf('@');
        int colon = name.indexOf(':');
        return at > 0
                ? new ImageName(host, name.substring(0, at), null, name.substring(at + 1))
                : new ImageName(host, name.substring(0, colon), name.substring(colon + 1), null);
    }

    CheckScene with(String host, String user, String password) {
        registries.add(new Registry("own", "https://" + host, host, user, password));
        return this;
    }

    static ContainerSpec spec(String name, ImageName image, ImageName... required) {
        ObjectNode config = JSON.createObjectNode().put("Image", image.reference());
        return new ContainerSpec(name, name, image, List.of(required), null, List.of(), config);
    }

    static ContainerSpec spec(String name, String hostConfig) throws Exception {
        ContainerSpec spec = spec(name, image("localhost:1", "app:1"));
        spec.config().set("HostConfig", JSON.readTree(hostConfig));
        return spec;
    }

    static Project project(String name, ContainerSpec... containers) {
        return new Project(name, "1.0.0", "96a7191f", List.of(containers), List.of(), List.of("before"));
    }

    static EngineContainer container(String name, boolean running, String hostConfig, Map<String, String> labels)
            throws Exception {
        ContainerState state = new ContainerState(running ? "running" : "exited", running, 0, null, 0, "");
        return new EngineContainer(
                "id-" + name,
                name,
                "app:1",
                "sha256:0",
                labels,
                state,
                RestartPolicy.NO,
                JSON.createObjectNode(),
                JSON.readTree(hostConfig));
    }

    /** An image of the engine that was pulled by tag. */
    static EngineImage local(ImageName image, String digest, List<String> layers) {
        return new EngineImage(
                "sha256:id",
                List.of(image.reference()),
                List.of(image.familiar() + "@" + digest),
                1,
                "linux",
                "amd64",
                "",
                layers,
                JSON.createObjectNode());
    }

    Releases releases(Project... projects) {
        return new Releases(registries, List.of(projects), List.of(), Set.of());
    }

    ReleaseCheck check() {
        return new ReleaseCheck(certificates, limit, folder -> free, Ticker.system());
    }

    List<ProjectVerdict> verdict(Project... projects) throws InterruptedException {
        return result(projects).verdicts();
    }

    ReleaseCheck.CheckResult result(Project... projects) throws InterruptedException {
        return check().check(releases(projects), engine, images, containers, freed);
    }

    /** Digests of tags, without asking for anything else. */
    Map<String, String> digests(ImageName... tags) throws InterruptedException {
        Map<ImageName, Registry> asked = new HashMap<>();
        for (ImageName each : tags) {
            Registry nobody = new Registry(each.host(), "", each.host(), null, null);
            asked.put(
                    each,
                    registries.stream()
                            .filter(own -> own.host().equals(each.host()))
                            .findFirst()
                            .orElse(nobody));
        }
        Map<String, String> digests = new HashMap<>();
        new RegistryQueries(certificates, limit, Ticker.system())
                .ask(asked, RegistryClient::digest)
                .forEach((image, result) -> {
                    if (result.value() != null) {
                        digests.put(image.reference(), result.value());
                    }
                });
        return digests;
    }

    /** Verdict on a project of one container with one image. */
    ProjectVerdict.OfContainer verdict(ImageName image) throws InterruptedException {
        return verdict(project("p", spec("c", image))).get(0).containers().get(0);
    }

    /** True if nothing is known against the application. */
    static boolean passes(ProjectVerdict verdict) {
        return verdict.errors().isEmpty()
                && verdict.containers().stream().allMatch(each -> each.errors().isEmpty());
    }
}
