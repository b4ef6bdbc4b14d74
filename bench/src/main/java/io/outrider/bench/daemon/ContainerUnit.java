package io.outrider.bench.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.paho.PahoClient;
import io.outrider.testkit.Await;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TestImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Unit of an installed daemon with containers switched on, with a container engine, a registry and a broker of its own. It has
 * one project. One thread.
 */
public final class ContainerUnit implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PROJECT = "app";
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final ResourceCloser resources = new ResourceCloser();
    private final DockerDaemon engine;
    private final DockerRegistry registry;
    private final DaemonProcess daemon;
    private final LocalApiClient api;
    private final PahoClient fleet;
    private volatile JsonNode reported = JSON.createObjectNode();
    private int revision;

    /**
     * @param settings sections besides those of link and containers
     * @param change of the builder, such as another program
     */
    public ContainerUnit(Path folder, String id, String settings, Consumer<UnitBuilder> change) throws Exception {
        try {
            engine = resources.add(DockerDaemon.open());
            registry = resources.add(DockerRegistry.open(folder));
            Mosquitto broker = resources.add(Mosquitto.open(folder));
            UnitBuilder builder = new UnitBuilder(folder.resolve(id), id)
                    .broker(broker)
                    .localApi()
                    .settings("[docker]\nenabled = true\nsocket = \"" + engine.socket() + "\"\n" + settings);
            change.accept(builder);
            daemon = resources.add(builder.build());
            api = new LocalApiClient(daemon.apiPort(), id);
            fleet = resources.add(new PahoClient(broker.openPort(), "fleet-" + id));
            fleet.subscribe(daemon.topic("reported"), payload -> reported = tree(payload));
        } catch (Exception | Error e) {
            resources.close();
            throw e;
        }
    }

    private static JsonNode tree(byte[] json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public DockerDaemon engine() {
        return engine;
    }

    public DockerRegistry registry() {
        return registry;
    }

    public DaemonProcess daemon() {
        return daemon;
    }

    /** Pushes an image; returns its name with the registry's host. */
    public String push(TestImage image) {
        registry.push(image);
        return registry.host() + "/" + image.name();
    }

    /** Container of a release, without network. */
    public static Map<String, Object> container(String name, String image, Map<String, ?> parameters) {
        int colon = image.lastIndexOf(':');
        return Map.of(
                "name",
                name,
                "image",
                image.substring(0, colon),
                "tag",
                image.substring(colon + 1),
                "startup_parameters",
                parameters);
    }

    /** Desires a release, and waits until it is reported in this state. */
    public void desire(String version, List<Map<String, Object>> containers, String state) {
        Map<String, Object> project = Map.of("name", PROJECT, "version", version, "containers", containers);
        Map<String, Object> document = Map.of(
                "revision", ++revision, "registries", List.of(), "whitelist", List.of(), "projects", List.of(project));
        fleet.publish(daemon.topic("desired"), LocalApiClient.json(document), () -> {});
        await(version, state);
    }

    public void await(String version, String state) {
        Await.until(
                version + " is " + state + ", see " + daemon.log() + "; reported: " + project(),
                LONGEST,
                () -> project().path("version").asText().equals(version)
                        && project().path("state").asText().equals(state));
    }

    /** Report of the project; empty before the first one. */
    public JsonNode project() {
        return reported.path("projects").path(0);
    }

    /** Calls a function; returns the milliseconds that it took. */
    public double call(String function, Object... arguments) {
        long begun = System.nanoTime();
        LocalApiClient.HttpResult result = api.call((int) LONGEST.toMillis(), function, arguments);
        double millis = (System.nanoTime() - begun) / 1e6;
        if (!result.isOk()) {
            throw new IllegalStateException(function + ": " + result.text() + ", see " + daemon.log());
        }
        return millis;
    }

    /** Output of Docker's command line on the engine of this unit, with words after {@code docker}. */
    public String docker(String... words) {
        return Programs.run(shell("docker " + String.join(" ", words)));
    }

    /** Command that runs lines of a shell in which {@code docker} is that of the engine; it ends with the first failure. */
    public List<String> shell(String lines) {
        String docker = Programs.find("docker", "docker.io");
        return List.of(
                "env",
                "DOCKER_HOST=unix://" + engine.socket(),
                "sh",
                "-ec",
                "docker() { " + docker + " \"$@\"; }\n" + lines);
    }

    @Override
    public void close() throws Exception {
        resources.close();
    }
}
