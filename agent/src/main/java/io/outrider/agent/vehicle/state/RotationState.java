package io.outrider.agent.vehicle.state;

import java.util.Map;

/** Rotation of an engine or a motor. Not thread-safe. */
final class RotationState {
    private static final String RUNNING = "running";
    private static final String STOPPED = "stopped";

    private final StateChannel channel;

    RotationState(StateChannel channel) {
        this.channel = channel;
    }

    /** @param speed in any unit; it turns above 0 */
    void read(double speed) {
        channel.answered();
        if (speed > 0) {
            channel.set(RUNNING, Map.of());
        } else {
            stop("it does not turn");
        }
    }

    void failed(String reason) {
        if (channel.miss() || !channel.is(RUNNING)) {
            stop(reason);
        }
    }

    /** Reports the stop at once, without a further miss. */
    void stop(String reason) {
        boolean ran = channel.is(RUNNING) || channel.is(STOPPED);
        channel.set(ran ? STOPPED : "not_running", reason);
    }

    /** Reports a stop only of a known motor; most vehicles have none. */
    void stopIfKnown(String reason) {
        if (channel.isKnown()) {
            stop(reason);
        }
    }

    void check() {
        if (channel.isStale() && channel.is(RUNNING)) {
            stop(StateChannel.STALE_REASON);
        }
    }
}
