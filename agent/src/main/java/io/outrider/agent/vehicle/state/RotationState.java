package io.outrider.agent.vehicle.state;

import java.util.Map;

/** Rotation of an engine or a motor. Not thread-safe. */
final class RotationState {
    private static final String RUNNING = "running";
    private static final String STOPPED = "stopped";

    private final StateChannel channel;
    private final MissCounter misses;

    RotationState(StateChannel channel, MissCounter misses) {
        this.channel = channel;
        this.misses = misses;
    }

    /** @param speed in any unit; it turns above 0 */
    void read(double speed) {
        misses.answered();
        if (speed > 0) {
            channel.set(RUNNING, Map.of());
        } else {
            stop("it does not turn");
        }
    }

    void failed(String reason) {
        if (misses.miss() || !channel.is(RUNNING)) {
            stop(reason);
        }
    }

    /** Reports the stop at once, without a further miss. */
    void stop(String reason) {
        boolean ran = channel.is(RUNNING) || channel.is(STOPPED);
        channel.set(ran ? STOPPED : "not_running", Map.of("reason", reason));
    }

    /** Reports a stop only of a known motor; most vehicles have none. */
    void stopIfKnown(String reason) {
        if (channel.isKnown()) {
            stop(reason);
        }
    }

    void check() {
        if (misses.isStale() && channel.is(RUNNING)) {
            stop(MissCounter.STALE_REASON);
        }
    }
}
