package io.outrider.agent.fleet.mqtt;

import io.outrider.api.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** State of the link for health. Written on the thread {@code link}; read on any. */
final class LinkStatus {
    private final Clock clock;
    private final Ticker ticker;
    private volatile Status status;

    /**
     * @param changed ticker nanoseconds of the last connect or disconnect
     * @param retry ticker nanoseconds of the next attempt; null unless waiting for it
     */
    private record Status(
            String state,
            Instant since,
            long changed,
            Long retry,
            long attempts,
            String lastError,
            List<String> problems) {
        boolean connected() {
            return state.equals("connected");
        }
    }

    LinkStatus(Clock clock, Ticker ticker) {
        this.clock = clock;
        this.ticker = ticker;
        status = new Status("off", clock.instant(), ticker.nanos(), null, 0, null, List.of());
    }

    void off() {
        enter("off", status.attempts, null, List.of());
    }

    /** A new attempt; problems stay until it succeeds. */
    void connecting() {
        enter("connecting", status.attempts + 1, null, status.problems);
    }

    /** The broker has accepted the connection. */
    void accepted() {
        enter("connected", status.attempts, null, List.of());
    }

    /** The subscriptions are made; resets the number of attempts. */
    void serving() {
        enter("connected", 0, null, status.problems);
    }

    /** @return true if the reason differs from that of the last failure */
    boolean failed(String why) {
        boolean isNew = status.attempts == 0 || !why.equals(status.lastError);
        enter("waiting", status.attempts, why, List.of(why));
        return isNew;
    }

    /** Sets the time of the next attempt. */
    void pausing(Duration pause) {
        Status now = status;
        status = new Status(
                now.state,
                now.since,
                now.changed,
                ticker.nanos() + pause.toNanos(),
                now.attempts,
                now.lastError,
                now.problems);
    }

    private void enter(String state, long attempts, String error, List<String> problems) {
        Status before = status;
        long changed = before.connected() == state.equals("connected") ? before.changed : ticker.nanos();
        status = new Status(
                state, clock.instant(), changed, null, attempts, error == null ? before.lastError : error, problems);
    }

    /** Adds a problem of a connection that continues. */
    void addProblem(String problem) {
        Status now = status;
        List<String> problems = new ArrayList<>(now.problems);
        problems.add(problem);
        status = new Status(
                now.state, now.since, now.changed, now.retry, now.attempts, now.lastError, List.copyOf(problems));
    }

    List<String> problems() {
        return status.problems;
    }

    /** @param broker null if there is none */
    Map<String, Object> facts(BrokerAddress broker) {
        Status now = status;
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("state", now.state);
        if (broker != null) {
            facts.put("broker", broker.toString());
        }
        facts.put("since", now.since.truncatedTo(ChronoUnit.MICROS).toString());
        facts.put(now.connected() ? "connected_seconds" : "offline_seconds", seconds(ticker.nanos() - now.changed));
        facts.put("attempts", now.attempts);
        if (now.retry != null) {
            facts.put("retry_in_seconds", seconds(Math.max(0, now.retry - ticker.nanos())));
        }
        if (now.lastError != null) {
            facts.put("last_error", now.lastError);
        }
        return facts;
    }

    private static long seconds(long nanos) {
        return TimeUnit.NANOSECONDS.toSeconds(nanos);
    }
}
