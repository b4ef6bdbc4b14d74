package io.outrider.docker.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.github.dockerjava.transport.DockerHttpClient;
import com.github.dockerjava.transport.DockerHttpClient.Response;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * HTTP transport to the first engine that answers. A request runs on a thread of the transport, because the library has no
 * time limit on Unix sockets: an interrupt of the thread closes the connection.
 */
final class EngineTransport implements AutoCloseable {
    private static final int ANSWER_LIMIT = 16 << 20;
    private static final int DOCUMENT_LIMIT = 1 << 20;
    private static final int ERROR_LIMIT = 64 << 10;
    private static final int ANSWER_SECONDS = 5;
    private static final EngineRequest VERSION = EngineRequest.get("/version", "version");
    private static final int CONNECTIONS = 64;
    private static final int PARALLEL = 8;
    private static final int ATTEMPTS = 2; // an engine that comes back may end the first connection
    private static final int NEWEST_MINOR = 51;

    private final ObjectMapper json = new ObjectMapper();
    private final List<String> sockets;
    private final Duration timeout;
    private final ExecutorService threads;
    private volatile Connection connection; // null if none is known
    private volatile boolean closed;
    // by socket; connections are not kept, so a client serves the engine after a restart too
    private final Map<String, DockerHttpClient> clients = new ConcurrentHashMap<>();

    /** @param version of the API that is spoken, as paths have it: {@code /v1.41} */
    private record Connection(DockerHttpClient client, String version) {}

    @FunctionalInterface
    interface BodyReader<T> {
        T read(InputStream body) throws IOException, Failure;
    }

    @FunctionalInterface
    interface DocumentReader {
        void read(JsonNode document) throws Failure;
    }

    EngineTransport(List<String> sockets, Duration timeout) {
        this.sockets = List.copyOf(sockets);
        this.timeout = timeout;
        this.threads = new ThreadPoolExecutor(0, CONNECTIONS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "engine-call");
            thread.setDaemon(true);
            return thread;
        });
    }

    Duration timeout() {
        return timeout;
    }

    /**
     * Request that changes something: as the engine carries it out in any case, an interrupt does not end it, and is seen by what
     * comes next.
     */
    JsonNode change(EngineRequest request) throws Failure, InterruptedException {
        boolean interrupted = Thread.interrupted();
        Future<JsonNode> future = submit(() -> exchange(request, this::tree));
        try {
            while (true) {
                try {
                    return result(future, timeout);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            future.cancel(true);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Missing node if the answer has no body. */
    JsonNode json(EngineRequest request) throws Failure, InterruptedException {
        return call(request, timeout, this::tree);
    }

    JsonNode tree(InputStream body) throws IOException {
        JsonNode tree = json.readTree(new BoundedInput(body, ANSWER_LIMIT));
        return tree == null ? MissingNode.getInstance() : tree;
    }

    <T> T call(EngineRequest request, Duration limit, BodyReader<T> reader) throws Failure, InterruptedException {
        Future<T> future = submit(() -> exchange(request, reader));
        try {
            return result(future, limit);
        } finally {
            future.cancel(true);
        }
    }

    /** Trees of several requests, a few at a time; missing if there is no such thing, null if the engine cannot give it. */
    List<JsonNode> json(List<EngineRequest> requests) throws Failure, InterruptedException {
        List<JsonNode> all = new ArrayList<>();
        for (int i = 0; i < requests.size(); i += PARALLEL) {
            List<Future<JsonNode>> futures = new ArrayList<>();
            try {
                for (EngineRequest each : requests.subList(i, Math.min(requests.size(), i + PARALLEL))) {
                    futures.add(submit(() -> exchange(each, this::tree)));
                }
                for (Future<JsonNode> each : futures) {
                    all.add(resultOrNull(each));
                }
            } finally {
                futures.forEach(each -> each.cancel(true));
            }
        }
        return all;
    }

    private JsonNode resultOrNull(Future<JsonNode> future) throws Failure, InterruptedException {
        try {
            return result(future, timeout);
        } catch (Failure e) {
            if (e.is(DockerErrors.ENGINE_ABSENT)) {
                throw e;
            }
            return e.is(DockerErrors.NO_SUCH_CONTAINER, DockerErrors.NO_SUCH_IMAGE) ? MissingNode.getInstance() : null;
        }
    }

    private <T> Future<T> submit(Callable<T> task) throws Failure {
        try {
            return threads.submit(task);
        } catch (RejectedExecutionException e) {
            throw EngineFailures.absent("the connection to the container engine is closed, or too many calls run", e);
        }
    }

    private <T> T result(Future<T> future, Duration limit) throws Failure, InterruptedException {
        try {
            return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw EngineFailures.of(
                    answersOthers() ? DockerErrors.ENGINE_SLOW : DockerErrors.ENGINE_ABSENT,
                    "the container engine does not answer within " + limit.toSeconds() + " s",
                    e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Failure failure) {
                throw failure;
            }
            throw Failure.fault("a call of the container engine", e.getCause());
        }
    }

    private boolean answersOthers() throws InterruptedException {
        try {
            submit(() -> exchange(VERSION, this::tree)).get(ANSWER_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (Failure | ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /** Reads JSON documents one after the other, each of a mebibyte at most. */
    Void documents(InputStream body, DocumentReader reader) throws IOException, Failure {
        BoundedInput in = new BoundedInput(body, DOCUMENT_LIMIT);
        try (MappingIterator<JsonNode> all = json.readerFor(JsonNode.class).readValues(in)) {
            while (all.hasNextValue()) {
                reader.read(all.nextValue());
                in.renew();
            }
        }
        return null;
    }

    /** Sends the request on this thread, without a time limit. */
    <T> T exchange(EngineRequest request, BodyReader<T> reader) throws Failure {
        try (Response response = send(request)) {
            int status = response.getStatusCode();
            if (status >= 400) {
                throw EngineFailures.answered(request, status, message(response.getBody()));
            }
            return reader.read(response.getBody());
        } catch (BoundedInput.ExceededException e) {
            throw EngineFailures.of(DockerErrors.ENGINE_FAILED, request.subject() + ": too long an answer", e);
        } catch (IOException e) {
            throw lost(e);
        }
    }

    private Response send(EngineRequest request) throws Failure {
        Connection current = connect();
        try {
            return current.client.execute(request.build(current.version));
        } catch (RuntimeException e) {
            // of an input or output error, or a client that is closed
            throw lost(e);
        }
    }

    private String message(InputStream body) {
        try {
            return json.readTree(body.readNBytes(ERROR_LIMIT)).path("message").asText("");
        } catch (IOException e) {
            return ""; // the status has a code too
        }
    }

    /** Failure of a lost connection; the next request looks for an engine again. */
    private Failure lost(Exception cause) {
        connection = null;
        return EngineFailures.absent("the connection to the container engine ended", cause);
    }

    /** Has no lock, as an engine that does not answer may hold it up until it is interrupted. */
    private Connection connect() throws Failure {
        Connection known = connection;
        Failure last = null;
        for (String socket : sockets) {
            for (int i = 0; i < ATTEMPTS && known == null && !closed && Files.exists(Path.of(socket)); i++) {
                try {
                    known = negotiated(clients.computeIfAbsent(socket, EngineTransport::client));
                } catch (Failure e) {
                    last = e;
                }
            }
        }
        if (closed || known == null) {
            String cause = closed
                    ? "the connection to the container engine is closed"
                    : "no container engine answers at " + String.join(", ", sockets);
            throw EngineFailures.absent(cause, last);
        }
        connection = known;
        return known;
    }

    private static DockerHttpClient client(String socket) {
        return new ZerodepDockerHttpClient.Builder()
                .dockerHost(URI.create("unix://" + socket))
                .maxConnections(CONNECTIONS)
                // without it the library loads TLS and all certificates of the system
                .sslConfig(NoTls::context)
                .build();
    }

    private Connection negotiated(DockerHttpClient client) throws Failure {
        try (Response response = client.execute(VERSION.build(""))) {
            JsonNode version = tree(response.getBody());
            int spoken = Math.min(NEWEST_MINOR, minor(version.path("ApiVersion")));
            return new Connection(client, "/v1." + Math.max(spoken, minor(version.path("MinAPIVersion"))));
        } catch (IOException | RuntimeException e) {
            throw EngineFailures.absent("the container engine ended the connection", e);
        }
    }

    private static int minor(JsonNode version) {
        String text = version.asText("");
        return text.matches("1\\.\\d{1,3}") ? Integer.parseInt(text.substring(2)) : 0;
    }

    /** Calls, streams and pulls in progress end with a failure. */
    @Override
    public void close() {
        closed = true;
        connection = null;
        threads.shutdownNow();
        for (DockerHttpClient each : clients.values()) {
            try {
                each.close();
            } catch (IOException e) {
                // it is closed nevertheless
            }
        }
    }
}
