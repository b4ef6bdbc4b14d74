package io.outrider.docker.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.Engine.EngineEvent;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.engine.Engine.PullListener;
import io.outrider.docker.errors.DockerErrors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Engine of Docker, balena or Podman behind the first of some Unix sockets that answers; nothing is opened before a call. */
public final class DockerEngine implements Engine {
    private static final Logger LOG = LoggerFactory.getLogger(DockerEngine.class);
    private static final Duration STALL_LIMIT = Duration.ofMinutes(5);
    private static final Duration NO_LIMIT = Duration.ofNanos(Long.MAX_VALUE);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int LIST_LIMIT = 1_000;
    private static final int DEFAULT_STOP_SECONDS = 10;
    private static final long MOST_STOP_SECONDS = 600;
    private static final long REMOVAL_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final String EVENT_FILTERS = EngineRequest.encoded("{\"type\":[\"container\",\"image\"]}");

    private final EngineTransport transport;
    private final ImagePulls pulls;
    private final Ticker ticker;

    /** @param timeout of each call but pulls, events and the grace time of a stop */
    public DockerEngine(List<String> sockets, Ticker ticker, Duration timeout) {
        this(sockets, ticker, timeout, STALL_LIMIT);
    }

    /** @param stallLimit time without progress after which a pull fails */
    DockerEngine(List<String> sockets, Ticker ticker, Duration timeout, Duration stallLimit) {
        this.ticker = ticker;
        this.transport = new EngineTransport(sockets, timeout);
        this.pulls = new ImagePulls(transport, ticker, stallLimit);
    }

    @FunctionalInterface
    private interface PathOf {
        String name(String name) throws Failure;
    }

    /** Answer about a thing; empty if there is no such thing. */
    private Optional<JsonNode> find(String method, PathOf kind, String name, String rest)
            throws Failure, InterruptedException {
        try {
            EngineRequest request = new EngineRequest(method, kind.name(name) + rest, name, null, null);
            return Optional.of(method.equals("GET") ? transport.json(request) : transport.change(request));
        } catch (Failure e) {
            if (e.is(DockerErrors.NO_SUCH_CONTAINER, DockerErrors.NO_SUCH_IMAGE)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private JsonNode get(String path, String subject) throws Failure, InterruptedException {
        return transport.json(EngineRequest.get(path, subject));
    }

    private void post(String id, String path, JsonNode body) throws Failure, InterruptedException {
        transport.change(EngineRequest.post(EngineRequest.container(id) + path, id, body));
    }

    @Override
    public EngineInfo info() throws Failure, InterruptedException {
        return EngineAnswers.info(get("/version", "the engine's version"), get("/info", "the engine's state"));
    }

    @Override
    public List<EngineContainer> containers() throws Failure, InterruptedException {
        return all(
                get("/containers/json?all=1&limit=" + LIST_LIMIT, "the list of containers"),
                EngineRequest::container,
                EngineAnswers::container,
                this::listed);
    }

    /** A container of a release is asked for again; one that the engine cannot read is dead, and to be replaced. */
    private Optional<EngineContainer> listed(JsonNode entry) throws Failure, InterruptedException {
        boolean released = EngineAnswers.isOfRelease(entry);
        try {
            if (released) {
                return container(entry.path("Id").asText());
            }
        } catch (Failure e) {
            if (e.is(DockerErrors.ENGINE_ABSENT, DockerErrors.ENGINE_SLOW)) {
                throw e;
            }
        }
        String status = released ? "dead" : entry.path("State").asText("");
        return Optional.of(EngineAnswers.listedContainer(entry, status));
    }

    @FunctionalInterface
    private interface Listed<T> {
        Optional<T> read(JsonNode entry) throws Failure, InterruptedException;
    }

    /** @param listed what is taken in place of an inspection that the engine cannot give */
    private <T> List<T> all(JsonNode list, PathOf kind, Function<JsonNode, T> inspected, Listed<T> listed)
            throws Failure, InterruptedException {
        List<EngineRequest> requests = new ArrayList<>();
        for (int i = 0; i < Math.min(list.size(), LIST_LIMIT); i++) {
            String id = list.get(i).path("Id").asText();
            requests.add(EngineRequest.get(kind.name(id) + "/json", id));
        }
        List<JsonNode> trees = transport.json(requests);
        List<T> all = new ArrayList<>();
        for (int i = 0; i < trees.size(); i++) {
            if (trees.get(i) == null) {
                listed.read(list.get(i)).ifPresent(all::add);
            } else if (!trees.get(i).isMissingNode()) {
                all.add(inspected.apply(trees.get(i)));
            }
        }
        return all;
    }

    @Override
    public Optional<EngineContainer> container(String idOrName) throws Failure, InterruptedException {
        return find("GET", EngineRequest::container, idOrName, "/json").map(EngineAnswers::container);
    }

    private JsonNode inspectContainer(String idOrName) throws Failure, InterruptedException {
        return get(EngineRequest.container(idOrName) + "/json", idOrName);
    }

    @Override
    public JsonNode inspect(String idOrName) throws Failure, InterruptedException {
        Optional<JsonNode> found = find("GET", EngineRequest::container, idOrName, "/json");
        found = found.isPresent() ? found : find("GET", EngineRequest::image, idOrName, "/json");
        found = found.isPresent() ? found : find("GET", EngineRequest::volume, idOrName, "");
        return found.orElseThrow(() -> EngineFailures.of(
                DockerErrors.NO_SUCH_CONTAINER, idOrName + " is no container, image or volume", null));
    }

    @Override
    public List<EngineImage> images() throws Failure, InterruptedException {
        return all(
                get("/images/json", "the list of images"),
                EngineRequest::image,
                EngineAnswers::image,
                listed -> Optional.of(EngineAnswers.image(listed)));
    }

    @Override
    public Optional<EngineImage> image(String reference) throws Failure, InterruptedException {
        return find("GET", EngineRequest::image, reference, "/json").map(EngineAnswers::image);
    }

    @Override
    public void logIn(Credentials credentials) throws Failure, InterruptedException {
        String server = credentials.server();
        try {
            transport.json(EngineRequest.post("/auth", server, ImagePulls.body(credentials)));
        } catch (Failure e) {
            throw e.getCause() instanceof TimeoutException
                    ? EngineFailures.registry(DockerErrors.REGISTRY_UNREACHABLE, server, "no answer")
                    : e;
        }
    }

    @Override
    public void pull(String reference, Credentials credentials, PullListener listener)
            throws Failure, InterruptedException {
        pulls.pull(reference, credentials, listener);
    }

    @Override
    public Set<String> cancelPulls(BiPredicate<String, Duration> unneeded) {
        return pulls.cancel(unneeded);
    }

    @Override
    public long pulledBytes() {
        return pulls.bytes();
    }

    @Override
    public String create(String name, ObjectNode config) throws Failure, InterruptedException {
        EngineRequest.container(name);
        String path = "/containers/create?name=" + EngineRequest.encoded(name);
        JsonNode answer = transport.change(EngineRequest.post(path, name, config));
        answer.path("Warnings").forEach(each -> LOG.warn("container {}: {}", name, each.asText()));
        return answer.path("Id").asText();
    }

    @Override
    public void start(String id) throws Failure, InterruptedException {
        post(id, "/start", null);
    }

    @Override
    public void stop(String id, Duration grace) throws Failure, InterruptedException {
        long seconds = grace == null
                ? inspectContainer(id).at("/Config/StopTimeout").asLong(DEFAULT_STOP_SECONDS)
                : grace.toSeconds();
        seconds = seconds < 0 ? MOST_STOP_SECONDS : Math.min(seconds, MOST_STOP_SECONDS); // below 0 is no limit
        String path = EngineRequest.container(id) + "/stop?t=" + seconds;
        Duration limit = transport.timeout().plusSeconds(seconds);
        transport.call(EngineRequest.post(path, id, null), limit, transport::tree);
    }

    @Override
    public void rename(String id, String name) throws Failure, InterruptedException {
        EngineRequest.container(name);
        post(id, "/rename?name=" + EngineRequest.encoded(name), null);
    }

    @Override
    public void restartPolicy(String id, RestartPolicy policy) throws Failure, InterruptedException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("RestartPolicy").put("Name", policy.name()).put("MaximumRetryCount", policy.retries());
        post(id, "/update", body);
    }

    @Override
    public void remove(String id, boolean volumes) throws Failure, InterruptedException {
        long begin = ticker.nanos();
        while (true) {
            try {
                find("DELETE", EngineRequest::container, id, "?force=1&v=" + (volumes ? 1 : 0));
                return;
            } catch (Failure e) {
                // 409 while another request removes it, which has to be waited for
                boolean busy =
                        e.is(DockerErrors.ENGINE_REFUSED) && e.getMessage().contains("already in progress");
                if (!busy || ticker.nanos() - begin > transport.timeout().toNanos()) {
                    throw e;
                }
                ticker.sleep(REMOVAL_POLL_NANOS);
            }
        }
    }

    @Override
    public void removeImage(String reference) throws Failure, InterruptedException {
        find("DELETE", EngineRequest::image, reference, "");
    }

    @Override
    public List<String> logs(String id, int lines) throws Failure, InterruptedException {
        boolean terminal = inspectContainer(id).at("/Config/Tty").asBoolean();
        String path = EngineRequest.container(id) + "/logs?stdout=1&stderr=1&tail=" + Math.max(0, lines);
        return transport.call(
                EngineRequest.get(path, id), transport.timeout(), body -> ContainerLog.read(body, terminal));
    }

    @Override
    public void events(long sinceNanos, Consumer<EngineEvent> listener) throws Failure, InterruptedException {
        get("/version", "the engine's version"); // an engine that hangs fails it in time
        String since = String.format("%d.%09d", sinceNanos / SECOND, sinceNanos % SECOND);
        String path = "/events?since=" + since + "&filters=" + EVENT_FILTERS;
        try {
            transport.call(
                    EngineRequest.get(path, "the events"),
                    NO_LIMIT,
                    body -> transport.documents(body, event -> listener.accept(EngineAnswers.event(event))));
        } catch (Failure e) {
            if (!e.is(DockerErrors.ENGINE_ABSENT)) {
                throw e;
            }
        }
    }

    @Override
    public void close() {
        pulls.close();
        transport.close();
    }
}
