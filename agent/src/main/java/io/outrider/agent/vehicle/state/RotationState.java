package io.outrider.agent.vehicle.state;

import java.util.Map;

/** An engine or a motor: whether it turns. Not for threads. */
final class RotationState {
    private static final String RUNNING = "running";
    private static final String STOPPED = "stopped";

    private final StateChannel status;
    private final MissCounter misses;

    RotationState(StateChannel status, MissCounter misses) {
        this.status = status;
        this.misses = misses;
    }

    /** @param speed of whatever kind; above zero it turns */
    void read(double speed) {
        misses.answered();
        if (speed > 0) {
            status.become(RUNNING, Map.of());
        } else {
            stop("it does not turn");
        }
    }

    void failed(String reason) {
        if (misses.another() || !status.is(RUNNING)) {
            stop(reason);
        }
    }

    /** At once, as there will be no further reading. */
    void stop(String reason) {
        boolean ran = status.is(RUNNING) || status.is(STOPPED);
        status.become(ran ? STOPPED : "not_running", Map.of("reason", reason));
    }

    /** The same, of a motor that most vehicles do not have. */
    void forget(String reason) {
        if (status.isKnown()) {
            stop(reason);
        }
    }

    void check() {
        if (misses.isStale() && status.is(RUNNING)) {
            stop(MissCounter.STALE_REASON);
        }
    }
}
