package io.outrider.docker.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.docker.engine.ContainerState;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import io.outrider.docker.release.Releases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Containers, images and releases of the tests of the planner. */
final class PlanFixtures {
    static final String HOST = "r.example.com";
    static final RestartPolicy UNLESS_STOPPED = new RestartPolicy("unless-stopped", 0);

    private static final ObjectMapper JSON = new ObjectMapper();

    private PlanFixtures() {}

    /** JSON with single quotes. */
    static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    static ImageName image(String repository, String tag) {
        return new ImageName(HOST, repository, tag, null);
    }

    static ContainerSpec spec(String name, ImageName image, String hostConfig) {
        return spec(name, image, hostConfig, List.of(), List.of());
    }

    static ContainerSpec spec(
            String name, ImageName image, String hostConfig, List<ImageName> required, List<Path> purge) {
        ObjectNode config = json("{'Image':'" + image.reference() + "','Env':['OUTRIDER_UNIT_ID=u'],'HostConfig':"
                + hostConfig + ",'Labels':{'" + ReleaseLabels.OWNER + "':'p'}}");
        return new ContainerSpec(name, name, image, required, null, purge, config);
    }

    static Project project(String version, ContainerSpec... containers) {
        return new Project("p", version, "hash-" + version, List.of(containers), List.of(), List.of());
    }

    static Project project(Project base, List<ContainerSpec> fallback, List<String> initial) {
        return new Project(base.name(), base.version(), base.versionHash(), base.containers(), fallback, initial);
    }

    static Releases releases(Project... projects) {
        return new Releases(List.of(), List.of(projects), List.of(), Set.of());
    }

    static EngineImage image(ImageName name, String id) {
        return new EngineImage(
                "sha256:" + id,
                List.of(name.reference()),
                List.of(name.familiar() + "@sha256:d" + id),
                100,
                "linux",
                "arm64",
                "",
                List.of(),
                json("{'Cmd':['run'],'Env':['PATH=/bin']}"));
    }

    /** As an engine makes it of a release's container. */
    static EngineContainer container(String id, ContainerSpec spec, EngineImage image, String status) {
        ObjectNode config = json("{'Hostname':'" + id + "','Cmd':['run'],'Env':['OUTRIDER_UNIT_ID=u','PATH=/bin']}");
        ObjectNode host = json("{'NetworkMode':'default','IpcMode':'private','ShmSize':67108864,'Privileged':false}");
        host.setAll((ObjectNode) spec.config().path("HostConfig"));
        Map<String, String> labels = new TreeMap<>();
        spec.config()
                .path("Labels")
                .properties()
                .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        String policy = host.path("RestartPolicy").path("Name").asText("no");
        return new EngineContainer(
                id,
                spec.name(),
                spec.image().reference(),
                image.id(),
                labels,
                state(status, 0),
                new RestartPolicy(policy, 0),
                config,
                host);
    }

    static EngineContainer with(EngineContainer c, String name, Map<String, String> labels) {
        return new EngineContainer(
                c.id(), name, c.image(), c.imageId(), labels, c.state(), c.restart(), c.config(), c.hostConfig());
    }

    static EngineContainer with(EngineContainer c, ContainerState state, RestartPolicy policy) {
        return new EngineContainer(
                c.id(), c.name(), c.image(), c.imageId(), c.labels(), state, policy, c.config(), c.hostConfig());
    }

    static ContainerState state(String status, int exitCode) {
        return new ContainerState(status, status.equals("running"), exitCode, null, 0, "");
    }

    static World world(List<EngineContainer> containers, List<EngineImage> images, Map<String, String> applied) {
        return new World(containers, images, Set.of(), Set.of(), Map.of(), applied);
    }

    static World withFolders(World w, Path... folders) {
        return new World(w.containers(), w.images(), Set.of(folders), w.owned(), w.digests(), w.applied());
    }

    static World withDigests(World w, Map<String, String> digests) {
        return new World(w.containers(), w.images(), w.folders(), w.owned(), digests, w.applied());
    }

    static World withOwned(World w, String... owned) {
        return new World(w.containers(), w.images(), w.folders(), Set.of(owned), w.digests(), w.applied());
    }

    static List<String> texts(List<ReleaseStep> steps) {
        return steps.stream().map(ReleaseStep::text).toList();
    }
}
