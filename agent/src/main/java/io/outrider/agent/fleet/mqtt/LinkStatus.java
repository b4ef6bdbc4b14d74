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
    private volatile Long retry; // ticker nanoseconds of the next attempt; null unless waiting for it
    private volatile List<String> problems = List.of();

    /** @param changed ticker nanoseconds of the last connect or disconnect */
    private record Status(String state, Instant since, long changed, long attempts, String lastError) {
        boolean connected() {
            return state.equals("connected");
        }
    }

    LinkStatus(Clock clock, Ticker ticker) {
        this.clock = clock;
        this.ticker = ticker;
        status = new Status("off", clock.instant(), ticker.nanos(), 0, null);
    }

    void off() {
        enter("off", status.attempts, null, List.of());
    }

    void connecting() {
        enter("connecting", status.attempts + 1, null, problems);
    }

    void accepted() {
        enter("connected", status.attempts, null, List.of());
    }

    /** The subscriptions are made; resets the number of attempts. */
    void serving() {
        enter("connected", 0, null, problems);
    }

    /** @return true if the reason differs from that of the last failure */
    boolean failed(String why) {
        boolean isNew = status.attempts == 0 || !why.equals(status.lastError);
        enter("waiting", status.attempts, why, List.of(why));
        return isNew;
    }

    void pausing(Duration pause) {
        retry = ticker.nanos() + pause.toNanos();
    }

    private void enter(String state, long attempts, String error, List<String> known) {
        Status before = status;
        long changed = before.connected() == state.equals("connected") ? before.changed : ticker.nanos();
        retry = null;
        problems = known;
        status = new Status(state, clock.instant(), changed, attempts, error == null ? before.lastError : error);
    }

    void addProblem(String problem) {
        List<String> more = new ArrayList<>(problems);
        more.add(problem);
        problems = List.copyOf(more);
    }

    List<String> problems() {
        return problems;
    }

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
        Long next = retry;
        if (next != null) {
            facts.put("retry_in_seconds", seconds(Math.max(0, next - ticker.nanos())));
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
