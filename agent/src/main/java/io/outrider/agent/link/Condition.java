package io.outrider.agent.link;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How the link is, for those who ask. Changed on the thread {@code link}; read on any. */
final class Condition {
    private final Clock clock;
    private volatile Status status;

    private record Status(String state, Instant since, long attempts, String lastError, List<String> problems) {}

    Condition(Clock clock) {
        this.clock = clock;
        status = new Status("off", clock.instant(), 0, null, List.of());
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

    private void enter(String state, long attempts, String error, List<String> problems) {
        status = new Status(state, clock.instant(), attempts, error == null ? status.lastError : error, problems);
    }

    /** Of a connection that stays. */
    void addProblem(String problem) {
        Status now = status;
        List<String> problems = new ArrayList<>(now.problems);
        problems.add(problem);
        status = new Status(now.state, now.since, now.attempts, now.lastError, List.copyOf(problems));
    }

    List<String> problems() {
        return status.problems;
    }

    /** @param broker null if there is none */
    Map<String, Object> facts(Address broker) {
        Status now = status;
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("state", now.state);
        if (broker != null) {
            facts.put("broker", broker.toString());
        }
        facts.put("since", now.since.toString());
        facts.put("attempts", now.attempts);
        if (now.lastError != null) {
            facts.put("last_error", now.lastError);
        }
        return facts;
    }
}
