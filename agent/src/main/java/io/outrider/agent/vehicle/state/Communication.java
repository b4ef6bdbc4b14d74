package io.outrider.agent.vehicle.state;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Whether the vehicle answers. Not for threads. */
final class Communication {
    /** A question that this vehicle never answers must not count while it answers others. */
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(10);

    private static final String ESTABLISHED = "established";

    private final StateChannel status;
    private final MissCounter misses;

    Communication(StateChannel status, MissCounter misses) {
        this.status = status;
        this.misses = misses;
    }

    void answered() {
        misses.answered();
        status.become(ESTABLISHED, Map.of());
    }

    void failed(String reason) {
        boolean enough = misses.another() && misses.isSilentFor(SILENCE);
        if (enough || !status.is(ESTABLISHED)) {
            lost(reason);
        }
    }

    /** At once. */
    void lost(String reason) {
        if (status.is(ESTABLISHED)) {
            status.become("disconnected", Map.of("reason", reason));
        } else if (!status.isKnown()) {
            status.become("inactive", Map.of("reason", reason));
        }
    }

    void check() {
        if (misses.isStale() && status.is(ESTABLISHED)) {
            lost(MissCounter.STALE_REASON);
        }
    }
}
