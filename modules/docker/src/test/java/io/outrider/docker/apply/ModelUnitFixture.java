package io.outrider.docker.apply;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.OwnerPolicy;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import io.outrider.docker.release.Releases;
import io.outrider.testkit.ManualTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Unit with an engine in memory, on which release 1 of project p runs, beside a container of somebody else. */
final class ModelUnitFixture {
    private static final ObjectMapper JSON = new ObjectMapper();

    final ModelEngine engine = new ModelEngine();
    final ManualTicker ticker = new ManualTicker();
    final Clock clock = Clock.fixed(Instant.parse("2026-11-23T10:00:00Z"), ZoneOffset.UTC);
    final Path folder;
    final Path purged;
    final Project one;
    final Project two;
    ReleaseStore store;
    ProjectReports reports;
    ReleaseApplier applier;

    ModelUnitFixture(Path folder) throws Exception {
        this.folder = folder;
        this.purged = folder.resolve("data/app");
        for (String tag : List.of("1", "2", "3")) {
            addImage("r.io/app:" + tag, tag);
            addImage("r.io/web:" + tag, "w" + tag);
        }
        addImage("legacy:1", "legacy");
        restart();
        containerWithPolicy(engine, "legacy", "always");
        containerWithPolicy(engine, "other", "always");
        // app keeps its name, web has a new one in each release, and log is the same in both
        one = project("1", List.of(), spec("app", "app", "1"), spec("web-1", "web", "1"), spec("log", "app", "1"));
        two = project(
                "2",
                one.containers(),
                spec("app", "app", "2", purged),
                spec("web-2", "web", "2"),
                spec("log", "app", "1"));
    }

    /** The daemon starts again. */
    void restart() {
        store = new ReleaseStore(folder.resolve("store"));
        reports = new ProjectReports(clock, () -> {});
        ApplySettings settings = new ApplySettings(
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(5),
                Duration.ofSeconds(60),
                new OwnerPolicy(
                        true, true, List.of(Path.of("/")), Set.of(), false, false, List.of(folder.resolve("data"))));
        applier = new ReleaseApplier(engine, folder.resolve("journals"), store, reports, settings, clock, ticker);
    }

    /** Release 1 runs, and its data is there. */
    ModelUnitFixture withReleaseOne() throws Exception {
        RunResult result = change(one);
        if (result.failure() != null) {
            throw result.failure();
        }
        Files.createDirectories(purged);
        Files.writeString(purged.resolve("file"), "old");
        containerWithPolicy(engine, "legacy-2", "always");
        engine.calls.clear();
        return this;
    }

    RunResult change(Project project) throws InterruptedException {
        return applier.change(project, releases(project), StepListener.NONE);
    }

    void addImage(String reference, String id) {
        engine.images.put(reference, ModelEngine.imageOf(reference, id));
    }

    static Releases releases(Project... projects) {
        return new Releases(List.of(), List.of(projects), List.of(), Set.of());
    }

    static Project project(String version, List<ContainerSpec> fallback, ContainerSpec... containers) {
        return new Project(
                "p", version, "hash" + version, List.of(containers), fallback, List.of("legacy", "legacy-2"));
    }

    static ContainerSpec spec(String name, String repository, String tag, Path... purge) {
        ImageName image = new ImageName("r.io", repository, tag, null);
        ObjectNode config = JSON.createObjectNode().put("Image", image.reference());
        config.withArray("/Env").add("API_PASSWORD=hunter2");
        config.withObject("/HostConfig/RestartPolicy").put("Name", "unless-stopped");
        config.withObject("/Labels")
                .put(ReleaseLabels.OWNER, "p")
                .put(ReleaseLabels.RELEASE, tag)
                .put(ReleaseLabels.RELEASE_HASH, "hash" + tag);
        return new ContainerSpec(name, name, image, List.of(), null, List.of(purge), config);
    }

    static EngineContainer containerWithPolicy(ModelEngine engine, String name, String policy) throws Exception {
        ObjectNode body = JSON.createObjectNode().put("Image", "legacy:1");
        body.withObject("/HostConfig/RestartPolicy").put("Name", policy);
        engine.start(engine.create(name, body));
        return engine.named(name);
    }

    /** Name, id, state and restart policy of each container, and the purged data. */
    Map<String, String> snapshot() throws IOException {
        Map<String, String> all = new TreeMap<>();
        for (EngineContainer c : engine.containers.values()) {
            RestartPolicy policy = c.restart();
            all.put(c.name(), c.id() + " " + c.state().status() + " " + policy.name() + " " + c.image());
        }
        all.put("data", Files.exists(purged) ? Files.readString(purged.resolve("file")) : "none");
        all.put("aside", String.valueOf(Files.exists(purged.resolveSibling("app.bak"))));
        return all;
    }

    boolean runsAllOf(Project project, Map<String, String> before) throws IOException {
        Map<String, String> now = snapshot();
        Set<String> names = new TreeSet<>(Set.of("other", "data", "aside"));
        for (ContainerSpec spec : project.containers()) {
            names.add(spec.name());
            if (!now.getOrDefault(spec.name(), "").endsWith(" running unless-stopped " + spec.image())) {
                return false;
            }
        }
        return now.keySet().equals(names)
                && now.get("other").equals(before.get("other"))
                && now.get("aside").equals("false")
                && store.applied().getOrDefault("p", "").equals(project.versionHash());
    }

    String phase() {
        return reports.projects().get(0).get("state").toString();
    }
}
