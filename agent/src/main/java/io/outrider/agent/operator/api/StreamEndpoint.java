package io.outrider.agent.operator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.operator.stream.EventBroadcast;
import io.outrider.agent.operator.stream.EventBroadcast.StreamSubscription;
import io.outrider.agent.operator.stream.StreamEvent;
import io.outrider.agent.runtime.functions.Glob;
import io.outrider.api.Metric;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

/** Endpoint of {@code GET /stream}, an unbounded stream of server-sent events. */
final class StreamEndpoint {
    static final int MOST = 16;

    /** Events of a few seconds on a busy unit. */
    static final int QUEUE = 256;

    /** Bounds the matching work on the publishers' threads. */
    private static final int MOST_PATTERNS = 32;

    private static final int LONGEST_PATTERN = 100;

    /** Other names would never match, so they are refused. */
    private static final Set<String> NAMES = Set.of(StreamEvent.RECORD, StreamEvent.JOB, "loss");

    private final EventBroadcast broadcast;
    private final ObjectMapper mapper;
    private final long heartbeatNanos;
    private final Semaphore free = new Semaphore(MOST);

    StreamEndpoint(EventBroadcast broadcast, ObjectMapper mapper, long heartbeatNanos) {
        this.broadcast = broadcast;
        this.mapper = mapper;
        this.heartbeatNanos = heartbeatNanos;
    }

    List<Metric> metrics() {
        return List.of(
                Metric.gauge("local_stream_clients", "Clients of /stream now", MOST - free.availablePermits()),
                Metric.counter(
                        "local_stream_dropped_total",
                        "Events that slow clients of /stream missed",
                        broadcast.dropped()));
    }

    void serve(HttpExchange request) throws IOException, HttpError, InterruptedException {
        Predicate<StreamEvent> wanted = wanted(request.query());
        if (!free.tryAcquire()) {
            throw HttpError.busy(MOST + " clients follow the stream already; end one of them");
        }
        try (StreamSubscription subscription = broadcast.subscribe(QUEUE, wanted)) {
            follow(subscription, request.begin("text/event-stream"));
        } finally {
            free.release();
        }
    }

    private void follow(StreamSubscription subscription, HttpExchange.Chunks answer)
            throws IOException, InterruptedException {
        answer.write(":\n\n"); // so that the client sees the response start
        while (true) {
            EventBroadcast.Numbered next = subscription.next(heartbeatNanos);
            long dropped = subscription.takeDropped();
            if (dropped > 0) {
                answer.write("event: loss\ndata: {\"dropped\":" + dropped + "}\n\n");
            }
            answer.write(next == null ? ":\n\n" : text(next));
        }
    }

    private String text(EventBroadcast.Numbered next) throws JsonProcessingException {
        StreamEvent event = next.event();
        return "id: " + next.id() + "\nevent: " + event.name() + "\ndata: " + mapper.writeValueAsString(event.data())
                + "\n\n";
    }

    /** Parses {@code event=record&type=obd.*}; repeated parameters are alternatives. */
    private static Predicate<StreamEvent> wanted(String query) throws HttpError {
        Set<String> names = new HashSet<>();
        Set<String> types = new HashSet<>();
        for (String part : query == null || query.isEmpty() ? new String[0] : query.split("&")) {
            String value = decoded(part.substring(part.indexOf('=') + 1));
            if (part.startsWith("event=") && NAMES.contains(value)) {
                names.add(value);
            } else if (part.startsWith("type=")) {
                types.add(value);
            } else {
                throw HttpError.badRequest("'" + part + "': there are event=record, event=job and type=…");
            }
        }
        if (types.size() > MOST_PATTERNS || types.stream().anyMatch(type -> type.length() > LONGEST_PATTERN)) {
            throw HttpError.badRequest("type: at most " + MOST_PATTERNS + " patterns of " + LONGEST_PATTERN
                    + " characters are taken; a star stands for anything: type=obd.*");
        }
        return event -> (names.isEmpty() || names.contains(event.name()))
                && (types.isEmpty() || types.stream().anyMatch(type -> Glob.matches(type, event.type())));
    }

    private static String decoded(String value) throws HttpError {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest("'" + value + "' is not encoded as a part of an address");
        }
    }
}
