package io.outrider.bench.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.docker.apply.ReleaseStore;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TestImage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Engine and registry of their own, and a unit's folders: those of the engine and of the agent are small file systems. */
final class MatrixWorld implements AutoCloseable {
    private static final String INITIAL_IMAGE = "local/legacy:1";

    private final Path folder;
    private final DockerDaemon daemon;
    private final DockerRegistry registry; // null if all images are on the unit
    private final Thread atExit = new Thread(this::release, "matrix-end");
    private Thread starter; // of the engine; null if nobody has stopped it
    private boolean withoutRegistry;

    private MatrixWorld(Path folder, DockerRegistry registry) throws IOException {
        this.folder = folder;
        this.registry = registry;
        Files.createDirectories(agent());
        Files.createDirectories(data());
        daemon = DockerDaemon.openWithRoot(Files.createDirectories(folder.resolve("engine")));
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    static MatrixWorld open(Path folder) throws IOException {
        mount(folder.resolve("engine"), 192);
        mount(folder.resolve("agent"), 2);
        DockerRegistry registry = DockerRegistry.withPassword(folder);
        images("").forEach(registry::push);
        MatrixWorld world = new MatrixWorld(folder, registry);
        world.daemon.load(TestImage.running(INITIAL_IMAGE));
        return world;
    }

    /** World whose folder is on a disk that survives power cuts, with what is on it. */
    static MatrixWorld onDisk(Path folder) throws IOException {
        MatrixWorld world = new MatrixWorld(folder, null);
        if (world.daemon.call("GET", "/images/json", "").isEmpty()) {
            images(world.registryHost() + "/").forEach(world.daemon::load);
            world.daemon.load(TestImage.running(INITIAL_IMAGE));
        }
        return world;
    }

    private static List<TestImage> images(String prefix) {
        List<TestImage> images = new ArrayList<>();
        for (int version = 1; version <= 3; version++) {
            for (String image : MatrixScenario.images(version).values()) {
                boolean exits = image.equals("team/web:3");
                images.add(exits ? TestImage.exiting(prefix + image, 7) : TestImage.running(prefix + image));
            }
        }
        return images;
    }

    private String registryHost() {
        return registry == null ? "127.0.0.1:5000" : registry.host();
    }

    private static void mount(Path at, int megabytes) throws IOException {
        Files.createDirectories(at);
        Programs.run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "outrider-matrix", at.toString());
    }

    Path folder() {
        return folder;
    }

    private Path data() {
        return host().resolve("data");
    }

    private Path host() {
        return folder.resolve("host");
    }

    private Path agent() {
        return folder.resolve("agent");
    }

    MatrixUnit.Setup setup(int probation, int engineWait) {
        return new MatrixUnit.Setup(daemon.socket(), agent(), host(), probation, engineWait);
    }

    /** Text of a step without what is of this world only. */
    String shortened(String text) {
        return text.replace(registryHost() + "/team/", "")
                .replace(" (" + registryHost() + ")", "")
                .replace(host() + "/", "");
    }

    Map<String, Object> document(int version) {
        return MatrixScenario.document(version, registryHost(), data());
    }

    /** The state from which each case of the scenario begins. */
    UnitState reset(MatrixScenario scenario) throws Exception {
        for (JsonNode each : daemon.call("GET", "/containers/json?all=1", "")) {
            if (!each.get("Names").get(0).asText().equals("/" + MatrixScenario.FOREIGN)) {
                daemon.call("DELETE", "/containers/" + each.get("Id").asText() + "?force=1&v=1", "");
            }
        }
        Programs.run(
                "rm",
                "-rf",
                agent().resolve("releases").toString(),
                agent().resolve("pulled").toString());
        Programs.run("rm", "-rf", host().toString());
        Files.createDirectories(data());
        if (!state().containers().containsKey(MatrixScenario.FOREIGN)) {
            run(MatrixScenario.FOREIGN);
        }
        if (scenario.history().isEmpty()) {
            run(MatrixScenario.INITIAL);
        }
        for (int version : scenario.history()) {
            try (MatrixUnit unit = new MatrixUnit(setup(0, 10), document(version), MatrixRunPoints.withoutFault())) {
                Failure failure = unit.apply();
                if (failure != null) {
                    throw failure;
                }
            }
        }
        Files.writeString(Files.createDirectories(data()).resolve("content"), "old");
        if (registry != null) {
            resetImages(scenario);
        }
        return state();
    }

    private void resetImages(MatrixScenario scenario) {
        String prefix = registryHost() + "/";
        Set<String> present = new TreeSet<>();
        for (JsonNode image : daemon.call("GET", "/images/json", "")) {
            for (JsonNode tag : image.path("RepoTags")) {
                if (tag.asText().startsWith(prefix)) {
                    present.add(tag.asText().substring(prefix.length()));
                }
            }
        }
        for (String each : present) {
            if (!scenario.local().contains(each)) {
                daemon.call("DELETE", "/images/" + prefix + each + "?force=1", "");
            }
        }
        if (scenario.local().contains(MatrixScenario.UNNEEDED) && !present.contains(MatrixScenario.UNNEEDED)) {
            daemon.load(TestImage.running(prefix + MatrixScenario.UNNEEDED));
        }
    }

    private void run(String name) {
        String body = "{\"Image\":\"" + INITIAL_IMAGE + "\",\"HostConfig\":{\"NetworkMode\":\"none\","
                + "\"RestartPolicy\":{\"Name\":\"always\"}}}";
        String id = daemon.call("POST", "/containers/create?name=" + name, body)
                .get("Id")
                .asText();
        daemon.call("POST", "/containers/" + id + "/start", "");
    }

    UnitState state() throws IOException {
        Map<String, UnitState.Sighting> containers = new TreeMap<>();
        for (JsonNode each : daemon.call("GET", "/containers/json?all=1", "")) {
            JsonNode it = daemon.call("GET", "/containers/" + each.get("Id").asText() + "/json", "");
            UnitState.Sighting sighting = new UnitState.Sighting(
                    it.get("Id").asText().substring(0, 12),
                    it.at("/Config/Image").asText().replace(registryHost() + "/", ""),
                    it.at("/State/Status").asText(),
                    it.at("/HostConfig/RestartPolicy/Name").asText(),
                    it.at("/State/StartedAt").asText());
            containers.put(it.get("Name").asText().substring(1), sighting);
        }
        Path content = data().resolve("content");
        List<String> leftovers = new ArrayList<>(names(agent().resolve("releases"), ".*\\.journal.*"));
        leftovers.addAll(names(host(), ".*\\.bak"));
        return new UnitState(
                containers,
                Files.exists(content) ? Files.readString(content) : "",
                leftovers,
                new ReleaseStore(agent().resolve("releases")).applied().getOrDefault(MatrixScenario.PROJECT, ""));
    }

    private static List<String> names(Path folder, String pattern) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString())
                    .filter(each -> each.matches(pattern))
                    .sorted()
                    .toList();
        }
    }

    /** Begin of a fault, on the thread of the run. */
    void strike(MatrixFault fault) throws Failure {
        switch (fault) {
            case ERROR, LOST -> throw new Failure(DockerErrors.ENGINE_FAILED, "the engine failed, as the matrix wants");
            case RESTART -> {
                daemon.stop();
                startLater();
            }
            case ENGINE_KILLED -> {
                daemon.kill();
                startLater();
            }
            case ENGINE_DISK -> fill(folder.resolve("engine/filler"));
            case AGENT_DISK -> fill(agent().resolve("filler"));
            case REGISTRY -> {
                registry.stop();
                withoutRegistry = true;
            }
            case CANCEL -> Thread.currentThread().interrupt();
            default -> throw new IllegalArgumentException(fault.text());
        }
    }

    private void startLater() {
        starter = new Thread(daemon::start, "matrix-engine-start");
        starter.start();
    }

    private static void fill(Path file) {
        byte[] block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            // full, as wanted
        }
    }

    /** End of all faults; returns when the engine and the registry answer. */
    void heal() throws IOException, InterruptedException {
        if (starter != null) {
            starter.join();
            starter = null;
        }
        Files.deleteIfExists(folder.resolve("engine/filler"));
        Files.deleteIfExists(agent().resolve("filler"));
        if (withoutRegistry) {
            registry.start();
            withoutRegistry = false;
        }
        try {
            daemon.call("GET", "/version", "");
        } catch (UncheckedIOException e) {
            daemon.kill();
            daemon.start(); // the full disk has ended it
        }
    }

    @Override
    public void close() {
        if (Runtime.getRuntime().removeShutdownHook(atExit)) {
            daemon.close();
            release();
        }
    }

    /** Ends what a killed program would leave; the engine ends itself. */
    private void release() {
        if (registry != null) {
            registry.close();
            Programs.run("umount", "-l", agent().toString());
            Programs.run("umount", "-l", folder.resolve("engine").toString());
        }
    }
}
