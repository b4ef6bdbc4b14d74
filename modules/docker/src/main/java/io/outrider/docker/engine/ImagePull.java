package io.outrider.docker.engine;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.errors.DockerErrors;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Pull of one image on a thread of its own, for any number of waiting callers. */
final class ImagePull implements Runnable {
    private static final int LAYER_LIMIT = 1_000;

    private final EngineTransport transport;
    private final EngineRequest request;
    private final Ticker ticker;
    private final Runnable whenEnded;
    private final Map<String, long[]> layers = new HashMap<>();
    private Thread thread;
    private long lastProgress;
    private long done;
    private long total;
    private int callers;
    private boolean ended;
    private Failure failure;

    ImagePull(EngineTransport transport, EngineRequest request, Ticker ticker, Runnable whenEnded) {
        this.transport = transport;
        this.request = request;
        this.ticker = ticker;
        this.whenEnded = whenEnded;
    }

    synchronized void start(String name) {
        lastProgress = ticker.nanos();
        thread = new Thread(this, name);
        thread.setDaemon(true);
        thread.start();
    }

    synchronized boolean isAbandoned() {
        return callers == 0;
    }

    /** To be called before {@link #await}. */
    synchronized void joined() {
        callers++;
    }

    /** Waits for the end; an interrupt ends the waiting and not the pull. */
    void await(long stallNanos, PullListener listener) throws Failure, InterruptedException {
        try {
            for (long[] now = next(-1, stallNanos); now != null; now = next(now[0] + now[1], stallNanos)) {
                listener.progress(now[0], now[1]);
            }
        } finally {
            synchronized (this) {
                callers--;
            }
        }
    }

    /** Progress that is not yet reported; null at the end. */
    private long[] next(long reported, long stallNanos) throws Failure, InterruptedException {
        synchronized (this) {
            while (ended || ticker.nanos() - lastProgress <= stallNanos) {
                if (done + total != reported) {
                    return new long[] {done, total};
                }
                if (failure != null) {
                    // with the stack of this caller
                    throw failure.withMessage(failure.getMessage());
                }
                if (ended) {
                    return null;
                }
                TimeUnit.MILLISECONDS.timedWait(this, 500);
            }
        }
        String silence = request.subject() + ": the registry sends nothing any more";
        cancel(EngineFailures.of(DockerErrors.REGISTRY_UNREACHABLE, silence, null));
        return next(reported, stallNanos);
    }

    /** Ends the connection, upon which the engine throws away what it has of the image. */
    void cancel(Failure why) {
        end(why);
        thread.interrupt();
    }

    @Override
    public void run() {
        Failure result = null;
        try {
            transport.exchange(request, this::read);
        } catch (Failure e) {
            result = e;
        } catch (RuntimeException e) {
            result = Failure.fault("the pull of an image", e);
        }
        end(result);
    }

    private void end(Failure result) {
        synchronized (this) {
            failure = ended ? failure : result;
            ended = true;
            notifyAll();
        }
        // without the lock: the callee has one of its own
        whenEnded.run();
    }

    private Void read(InputStream body) throws IOException, Failure {
        transport.documents(body, line -> {
            String error =
                    line.path("error").asText(line.at("/errorDetail/message").asText(""));
            if (!error.isEmpty()) {
                throw EngineFailures.registry(DockerErrors.PULL_FAILED, request.subject(), error);
            }
            progress(line);
        });
        return null;
    }

    private synchronized void progress(JsonNode line) {
        lastProgress = ticker.nanos();
        String status = line.path("status").asText("");
        String id = line.path("id").asText("");
        boolean complete = status.equals("Download complete") || status.equals("Pull complete");
        if (layers.size() >= LAYER_LIMIT && !layers.containsKey(id)) {
            return;
        }
        if (status.equals("Downloading")) {
            long[] layer = layers.computeIfAbsent(id, key -> new long[2]);
            JsonNode detail = line.path("progressDetail");
            // a layer that is begun again does not count back
            layer[0] = Math.max(layer[0], detail.path("current").asLong());
            layer[1] =
                    Math.max(layer[1], Math.max(layer[0], detail.path("total").asLong()));
        } else if (complete && layers.containsKey(id)) {
            layers.get(id)[0] = layers.get(id)[1];
        }
        done = layers.values().stream().mapToLong(layer -> layer[0]).sum();
        total = layers.values().stream().mapToLong(layer -> layer[1]).sum();
        notifyAll();
    }
}
