package io.outrider.bench.kill;

import io.outrider.bench.kill.WebhookReceiver.Received;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Callbacks of a job, in the order in which they came. */
record JobCallbacks(List<Received> all) {
    private static final int MOST_ATTEMPTS = 5;

    /** Pause of the service behind a refused request, less what its answer takes. */
    private static final Duration REFUSED_PAUSE = Duration.ofMillis(900);

    /** A request whose instance died is sent again a minute after it was taken, which is before it was sent. */
    private static final Duration ABANDONED_PAUSE = Duration.ofSeconds(30);

    boolean isExecuted() {
        return count("COMMAND_EXECUTED") > 0;
    }

    /** True if the unit has never answered, and its client was told so. */
    boolean isTimedOut() {
        return count("TIMEOUT") > 0 && !isExecuted();
    }

    /** Callbacks that came once more although they had been taken. */
    long again() {
        long taken = all.stream().filter(each -> !each.refused()).count();
        return taken
                - all.stream()
                        .filter(each -> !each.refused())
                        .map(Received::state)
                        .distinct()
                        .count();
    }

    /** True if all are genuine and in order, and none was sent more often or sooner again than the service promises. */
    boolean isRight() {
        List<String> states = all.stream().map(Received::state).toList();
        return all.stream().allMatch(Received::genuine)
                && (!isExecuted() || states.indexOf("TIMEOUT") <= states.indexOf("COMMAND_EXECUTED"))
                && count("TIMEOUT") <= MOST_ATTEMPTS
                && count("COMMAND_EXECUTED") <= MOST_ATTEMPTS
                && isSentByOne();
    }

    private long count(String state) {
        return all.stream().filter(each -> each.state().equals(state)).count();
    }

    /** False if one came again before the attempt was recorded as refused or counted as abandoned: two instances have taken it. */
    private boolean isSentByOne() {
        Map<String, Received> last = new HashMap<>();
        for (Received each : all) {
            Received before = last.put(each.state(), each);
            if (before == null) {
                continue;
            }
            Duration pause = before.refused() ? REFUSED_PAUSE : ABANDONED_PAUSE;
            if (each.nanos() - before.nanos() < pause.toNanos()) {
                return false;
            }
        }
        return true;
    }
}
