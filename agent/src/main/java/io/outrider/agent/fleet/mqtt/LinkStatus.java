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

/** How the link is, for those who ask. Changed on the thread {@code link}; read on any. */
final class LinkStatus {
    private final Clock clock;
    private final Ticker ticker;
    private volatile Status status;

    /**
     * @param changed on the ticker, when the connection came or went
     * @param retry on the ticker, when the next attempt begins; only while it waits for that
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

    /** Another attempt; what was wrong stays to be seen until it has succeeded. */
    void connecting() {
        enter("connecting", status.attempts + 1, null, status.problems);
    }

    /** The broker has let the unit in. */
    void accepted() {
        enter("connected", status.attempts, null, List.of());
    }

    /** The subscriptions are made; the next attempt is the first again. */
    void serving() {
        enter("connected", 0, null, status.problems);
    }

    /** @return whether this is not what failed the last time, over and over */
    boolean failed(String why) {
        boolean isNew = status.attempts == 0 || !why.equals(status.lastError);
        enter("waiting", status.attempts, why, List.of(why));
        return isNew;
    }

    /** The next attempt begins after this pause. */
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

    /** Of a connection that stays. */
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
