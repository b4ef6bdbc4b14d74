package io.outrider.docker.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.Engine.PullListener;
import io.outrider.docker.errors.DockerErrors;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;

/**
 * Pulls that run, each on a thread of its own. A pull goes on without its caller until it is cancelled, because an engine throws
 * away what it has of a layer then; the next call with the same reference and credentials waits for it.
 */
final class ImagePulls implements AutoCloseable {
    private static final int LIMIT = 4;
    private static final int LAYER_LIMIT = 1_000;

    private final EngineTransport transport;
    private final Ticker ticker;
    private final Duration stallLimit;
    private final Map<PullKey, ImagePull> pulls = new LinkedHashMap<>(); // this and the pulls are guarded by this
    private final Set<String> ended = new HashSet<>(); // without a caller, since the last call of cancel
    private final AtomicLong bytes = new AtomicLong();
    private boolean closed;

    private record PullKey(String reference, Credentials credentials) {}

    private static final class ImagePull {
        private final Map<String, long[]> layers = new HashMap<>(); // done, total, last report and its size
        private Thread thread;
        private long lastProgress;
        private long done;
        private long total;
        private int callers;
        private long abandoned; // time at which the last caller went
        private boolean ended;
        private Failure failure;
    }

    ImagePulls(EngineTransport transport, Ticker ticker, Duration stallLimit) {
        this.transport = transport;
        this.ticker = ticker;
        this.stallLimit = stallLimit;
    }

    /** Waits for the end of a pull; an interrupt or a failure of the listener ends the waiting and not the pull. */
    void pull(String reference, Credentials credentials, PullListener listener) throws Failure, InterruptedException {
        EngineRequest.image(reference);
        ImagePull pull = join(new PullKey(reference, credentials));
        try {
            for (long[] now = next(reference, pull, -1); now != null; now = next(reference, pull, now[0] + now[1])) {
                listener.progress(now[0], now[1]);
            }
        } finally {
            synchronized (this) {
                pull.callers--;
                pull.abandoned = ticker.nanos();
            }
        }
    }

    private synchronized ImagePull join(PullKey key) throws Failure {
        if (isFull(key)) {
            pulls.values().stream()
                    .filter(each -> each.callers == 0)
                    .findFirst()
                    .ifPresent(this::cancel);
        }
        if (closed || isFull(key)) {
            throw EngineFailures.of(DockerErrors.PULL_FAILED, key.reference + ": too many pulls run", null);
        }
        ImagePull pull = pulls.computeIfAbsent(key, this::start);
        pull.callers++;
        return pull;
    }

    private boolean isFull(PullKey key) {
        forgetEnded();
        return pulls.size() >= LIMIT && !pulls.containsKey(key);
    }

    private ImagePull start(PullKey key) {
        ImagePull pull = new ImagePull();
        pull.lastProgress = ticker.nanos();
        pull.thread = new Thread(() -> run(key, pull), "engine-pull");
        pull.thread.setDaemon(true);
        pull.thread.start();
        return pull;
    }

    /** Progress, after a second the same again; null at the end. */
    private synchronized long[] next(String reference, ImagePull pull, long reported)
            throws Failure, InterruptedException {
        if (!pull.ended && pull.done + pull.total == reported) {
            if (ticker.nanos() - pull.lastProgress > stallLimit.toNanos()) {
                String silence = reference + ": the registry sends nothing any more";
                cancel(pull, EngineFailures.of(DockerErrors.REGISTRY_UNREACHABLE, silence, null));
            } else {
                TimeUnit.SECONDS.timedWait(this, 1);
            }
        }
        if (!pull.ended || pull.done + pull.total != reported) {
            return new long[] {pull.done, pull.total};
        }
        if (pull.failure != null) {
            throw pull.failure.withMessage(pull.failure.getMessage()); // with the stack of this caller
        }
        return null;
    }

    /** As {@link Engine#cancelPulls}; asks without a lock. */
    Set<String> cancel(BiPredicate<String, Duration> unneeded) {
        abandoned().forEach((key, time) -> {
            if (unneeded.test(key.reference, time)) {
                cancelAbandoned(key);
            }
        });
        return takeEnded();
    }

    private synchronized Set<String> takeEnded() {
        forgetEnded();
        Set<String> taken = Set.copyOf(ended);
        ended.clear();
        return taken;
    }

    /** Pulls that a caller still waits for are left to it. */
    private void forgetEnded() {
        pulls.forEach((key, pull) -> {
            if (pull.ended && pull.callers == 0) {
                ended.add(key.reference);
            }
        });
        pulls.values().removeIf(each -> each.ended);
    }

    private synchronized Map<PullKey, Duration> abandoned() {
        forgetEnded();
        Map<PullKey, Duration> all = new HashMap<>();
        pulls.forEach((key, pull) -> {
            if (pull.callers == 0) {
                all.put(key, Duration.ofNanos(ticker.nanos() - pull.abandoned));
            }
        });
        return all;
    }

    private synchronized void cancelAbandoned(PullKey key) {
        ImagePull pull = pulls.get(key);
        if (pull != null && pull.callers == 0) {
            cancel(pull);
        }
    }

    /** Bytes of all pulls. Has no lock. */
    long bytes() {
        return bytes.get();
    }

    private void cancel(ImagePull pull) {
        cancel(pull, EngineFailures.absent("the pull was cancelled", null));
    }

    /** Ends the connection, upon which the engine throws away what it has of the image. */
    private void cancel(ImagePull pull, Failure why) {
        end(pull, why);
        pull.thread.interrupt();
    }

    private synchronized void end(ImagePull pull, Failure result) {
        pull.failure = pull.ended ? pull.failure : result;
        pull.ended = true;
        notifyAll();
    }

    private void run(PullKey key, ImagePull pull) {
        Failure result = null;
        try {
            transport.json(
                    EngineRequest.get("/version", "the engine's version")); // an engine that hangs fails it in time
            transport.exchange(
                    request(key), body -> transport.documents(body, line -> progress(key.reference, pull, line)));
        } catch (Failure e) {
            result = e;
        } catch (InterruptedException e) {
            result = EngineFailures.absent("the pull was cancelled", e);
        } catch (RuntimeException e) {
            result = Failure.fault("the pull of an image", e);
        }
        end(pull, result);
    }

    private synchronized void progress(String reference, ImagePull pull, JsonNode line) throws Failure {
        String error = line.path("error").asText(line.at("/errorDetail/message").asText(""));
        if (!error.isEmpty()) {
            throw EngineFailures.registry(DockerErrors.PULL_FAILED, reference, error);
        }
        pull.lastProgress = ticker.nanos();
        String status = line.path("status").asText("");
        String id = line.path("id").asText("");
        JsonNode detail = line.path("progressDetail");
        long[] layer = pull.layers.getOrDefault(id, new long[4]);
        if (Set.of("Downloading", "Extracting").contains(status) && pull.layers.size() < LAYER_LIMIT) {
            pull.layers.put(id, layer);
        }
        if (status.equals("Downloading")) {
            download(
                    layer, detail.path("current").asLong(), detail.path("total").asLong());
        } else if (Set.of("Download complete", "Extracting", "Pull complete").contains(status)) {
            long size = layer[3] > 0 ? layer[3] : detail.path("total").asLong(); // reports may be left out
            download(layer, size, size);
        }
        pull.done = pull.layers.values().stream().mapToLong(each -> each[0]).sum();
        pull.total = pull.layers.values().stream().mapToLong(each -> each[1]).sum();
        notifyAll();
    }

    /** @param size of what is downloaded, which is the rest of a layer if it is taken up again */
    private void download(long[] layer, long current, long size) {
        bytes.addAndGet(current - (current < layer[2] ? 0 : layer[2])); // less than before: it was begun again
        layer[2] = current;
        layer[3] = size;
        layer[0] = Math.max(layer[0], current);
        layer[1] = Math.max(Math.max(layer[0], layer[1]), size);
    }

    private static EngineRequest request(PullKey key) {
        String reference = key.reference;
        int at = reference.indexOf('@');
        int colon = at >= 0 ? at : reference.indexOf(':', reference.lastIndexOf('/') + 1);
        // without a tag the engine would pull all
        String tag = colon < 0 ? "latest" : reference.substring(colon + 1);
        String name = colon < 0 ? reference : reference.substring(0, colon);
        String path = "/images/create?fromImage=" + EngineRequest.encoded(name) + "&tag=" + EngineRequest.encoded(tag);
        String authorization = null;
        if (key.credentials != null) {
            byte[] body = body(key.credentials).toString().getBytes(StandardCharsets.UTF_8);
            authorization = Base64.getUrlEncoder().encodeToString(body);
        }
        return new EngineRequest("POST", path, reference, null, authorization);
    }

    static ObjectNode body(Credentials credentials) {
        String server = credentials.server().equals("docker.io") ? "https://index.docker.io/v1/" : credentials.server();
        return JsonNodeFactory.instance
                .objectNode()
                .put("username", credentials.username())
                .put("password", credentials.password())
                .put("serveraddress", server);
    }

    @Override
    public synchronized void close() {
        closed = true;
        pulls.values().forEach(this::cancel);
    }
}
