package io.outrider.docker.engine;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.errors.DockerErrors;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Pulls that run. A pull goes on without its caller, because an engine throws away the layers of a pull that is cancelled;
 * the next call with the same reference and credentials waits for it.
 */
final class ImagePulls implements AutoCloseable {
    private static final int LIMIT = 4;

    private final EngineTransport transport;
    private final Ticker ticker;
    private final Duration stallLimit;
    private final Map<PullKey, ImagePull> running = new LinkedHashMap<>();
    private boolean closed;

    private record PullKey(String reference, Credentials credentials) {}

    ImagePulls(EngineTransport transport, Ticker ticker, Duration stallLimit) {
        this.transport = transport;
        this.ticker = ticker;
        this.stallLimit = stallLimit;
    }

    void pull(String reference, Credentials credentials, PullListener listener) throws Failure, InterruptedException {
        EngineRequest.image(reference);
        running(new PullKey(reference, credentials)).await(stallLimit.toNanos(), listener);
    }

    private synchronized ImagePull running(PullKey key) throws Failure {
        ImagePull same = running.get(key);
        if (same != null) {
            same.joined();
            return same;
        }
        if (running.size() >= LIMIT) {
            running.values().stream().filter(ImagePull::isAbandoned).findFirst().ifPresent(ImagePulls::cancel);
        }
        if (closed || running.size() >= LIMIT) {
            throw EngineFailures.of(DockerErrors.PULL_FAILED, key.reference + ": too many pulls run", null);
        }
        ImagePull[] pull = new ImagePull[1];
        pull[0] = new ImagePull(transport, request(key), ticker, () -> remove(key, pull[0]));
        running.put(key, pull[0]);
        pull[0].joined();
        pull[0].start("engine-pull");
        return pull[0];
    }

    private static void cancel(ImagePull pull) {
        pull.cancel(EngineFailures.absent("the pull was cancelled", null));
    }

    private synchronized void remove(PullKey key, ImagePull pull) {
        running.remove(key, pull);
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
        if (key.credentials != null && key.credentials.username() != null) {
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
        Map.copyOf(running).values().forEach(ImagePulls::cancel);
    }
}
