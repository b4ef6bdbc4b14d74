package io.outrider.docker.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import io.outrider.docker.engine.ContainerState;
import io.outrider.docker.engine.Credentials;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.Engine.EngineEvent;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.engine.Engine.PullListener;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.errors.DockerErrors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/** Engine in memory, with a fault at a chosen call, before or after its effect. */
final class ModelEngine implements Engine {
    /** State that a started container of an image comes to. */
    record Behaviour(String status, int exitCode, String health, int restarts) {
        static final Behaviour RUNS = new Behaviour("running", 0, null, 0);
    }

    interface Fault {
        void raise() throws Failure, InterruptedException;
    }

    final Map<String, EngineContainer> containers = new LinkedHashMap<>(); // by id
    final Map<String, EngineImage> images = new TreeMap<>(); // by reference
    final Map<String, EngineImage> registry = new TreeMap<>();
    final Map<String, Behaviour> behaviours = new HashMap<>(); // by reference of the image
    final List<String> calls = new ArrayList<>();
    final Set<String> refused = new HashSet<>(); // calls that fail always
    final List<String> log = new ArrayList<>();
    Runnable onStart = () -> {};

    private int number;
    private int faultFrom = Integer.MAX_VALUE;
    private int faultTo;
    private boolean late;
    private Fault fault;
    private int ids;

    /** @param first of the calls from now on, from 0 */
    void fault(int first, int count, boolean afterEffect, Fault cause) {
        number = 0;
        faultFrom = first;
        faultTo = first + count;
        late = afterEffect;
        fault = cause;
    }

    void noFault() {
        faultFrom = Integer.MAX_VALUE;
    }

    /** True if the fault was reached. */
    boolean reached() {
        return number > faultFrom;
    }

    private interface Effect<T> {
        T happen() throws Failure;
    }

    private synchronized <T> T call(String text, Effect<T> effect) throws Failure, InterruptedException {
        calls.add(text);
        if (refused.contains(text)) {
            throw new Failure(DockerErrors.ENGINE_FAILED, "the engine fails: " + text);
        }
        int now = number++;
        boolean faulty = now >= faultFrom && now < faultTo;
        if (faulty && !late) {
            fault.raise();
        }
        T result = effect.happen();
        if (faulty && late) {
            fault.raise();
        }
        return result;
    }

    EngineContainer named(String idOrName) throws Failure {
        return find(idOrName)
                .orElseThrow(() -> new Failure(DockerErrors.NO_SUCH_CONTAINER, "there is no container " + idOrName));
    }

    private Optional<EngineContainer> find(String idOrName) {
        return containers.values().stream()
                .filter(each -> each.id().equals(idOrName) || each.name().equals(idOrName))
                .findFirst();
    }

    void put(EngineContainer c, String name, ContainerState state, RestartPolicy policy) {
        containers.put(
                c.id(),
                new EngineContainer(
                        c.id(), name, c.image(), c.imageId(), c.labels(), state, policy, c.config(), c.hostConfig()));
    }

    static ContainerState state(String status, int exitCode) {
        return new ContainerState(status, status.equals("running"), exitCode, null, 0, "");
    }

    @Override
    public EngineInfo info() throws Failure, InterruptedException {
        return call("info", () -> new EngineInfo("model", "1", "linux", "amd64", "", ""));
    }

    @Override
    public List<EngineContainer> containers() throws Failure, InterruptedException {
        return call("containers", () -> List.copyOf(containers.values()));
    }

    @Override
    public Optional<EngineContainer> container(String idOrName) throws Failure, InterruptedException {
        return call("container " + idOrName, () -> find(idOrName));
    }

    @Override
    public JsonNode inspect(String idOrName) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<EngineImage> images() throws Failure, InterruptedException {
        return call("images", () -> List.copyOf(images.values()));
    }

    @Override
    public Optional<EngineImage> image(String reference) throws Failure, InterruptedException {
        return call("image " + reference, () -> Optional.ofNullable(images.get(reference)));
    }

    @Override
    public void logIn(Credentials credentials) throws Failure, InterruptedException {
        call("login " + credentials.server(), () -> true);
    }

    @Override
    public void pull(String reference, Credentials credentials, PullListener listener)
            throws Failure, InterruptedException {
        call("pull " + reference, () -> {
            if (!registry.containsKey(reference)) {
                throw new Failure(DockerErrors.IMAGE_NOT_FOUND, "there is no " + reference);
            }
            listener.progress(50, 100);
            return images.put(reference, registry.get(reference));
        });
    }

    @Override
    public Set<String> cancelPulls(BiPredicate<String, Duration> unneeded) {
        return Set.of();
    }

    @Override
    public long pulledBytes() {
        return 0;
    }

    @Override
    public String create(String name, ObjectNode body) throws Failure, InterruptedException {
        return call("create " + name, () -> {
            if (find(name).isPresent()) {
                throw new Failure(DockerErrors.NAME_IN_USE, name + " exists");
            }
            String reference = body.path("Image").asText();
            ObjectNode config = body.deepCopy();
            ObjectNode host = config.withObject("/HostConfig").deepCopy();
            config.remove("HostConfig");
            Map<String, String> labels = new TreeMap<>();
            config.path("Labels")
                    .properties()
                    .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
            String id = "id" + ids++;
            String policy = host.path("RestartPolicy").path("Name").asText("no");
            containers.put(
                    id,
                    new EngineContainer(
                            id,
                            name,
                            reference,
                            image(body).id(),
                            labels,
                            state("created", 0),
                            new RestartPolicy(policy, 0),
                            config,
                            host));
            return id;
        });
    }

    private EngineImage image(ObjectNode body) {
        String reference = body.path("Image").asText();
        return images.values().stream()
                .filter(image -> images.get(reference) == image || image.id().equals(reference))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void start(String id) throws Failure, InterruptedException {
        call("start " + id, () -> {
            EngineContainer c = named(id);
            onStart.run();
            Behaviour then = behaviours.getOrDefault(c.image(), Behaviour.RUNS);
            boolean running = then.status().equals("running");
            put(
                    c,
                    c.name(),
                    new ContainerState(then.status(), running, then.exitCode(), then.health(), then.restarts(), ""),
                    c.restart());
            return id;
        });
    }

    @Override
    public void stop(String id, Duration grace) throws Failure, InterruptedException {
        call("stop " + id, () -> {
            EngineContainer c = named(id);
            if (c.state().running()) {
                put(c, c.name(), state("exited", 137), c.restart());
            }
            return id;
        });
    }

    @Override
    public void rename(String id, String name) throws Failure, InterruptedException {
        call("rename " + id + " " + name, () -> {
            if (find(name).isPresent()) {
                throw new Failure(DockerErrors.NAME_IN_USE, name + " exists");
            }
            EngineContainer c = named(id);
            put(c, name, c.state(), c.restart());
            return id;
        });
    }

    @Override
    public void restartPolicy(String id, RestartPolicy policy) throws Failure, InterruptedException {
        call("policy " + id + " " + policy.name(), () -> {
            EngineContainer c = named(id);
            put(c, c.name(), c.state(), policy);
            return id;
        });
    }

    @Override
    public void remove(String id, boolean volumes) throws Failure, InterruptedException {
        call((volumes ? "remove with volumes " : "remove ") + id, () -> containers.remove(id));
    }

    @Override
    public void removeImage(String reference) throws Failure, InterruptedException {
        call("removeImage " + reference, () -> images.remove(reference));
    }

    @Override
    public List<String> logs(String id, int lines) throws Failure, InterruptedException {
        return call("logs " + id, () -> List.copyOf(log));
    }

    @Override
    public void events(long sinceNanos, Consumer<EngineEvent> listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    static EngineImage imageOf(String reference, String id) {
        String repository = reference.substring(0, reference.lastIndexOf(':'));
        return new EngineImage(
                "sha256:" + id,
                List.of(reference),
                List.of(repository + "@sha256:d" + id),
                100,
                "linux",
                "amd64",
                "",
                List.of(),
                JsonNodeFactory.instance.objectNode());
    }
}
