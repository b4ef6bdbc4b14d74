package io.outrider.agent.vehicle.state;

import java.util.Map;

/** Motion of the vehicle by its positions. Not thread-safe. */
final class PositionState {
    private static final String MOVING = "moving";
    private static final String UNKNOWN = "unknown";

    private final StateChannel channel;
    private final MissCounter misses;

    PositionState(StateChannel channel, MissCounter misses) {
        this.channel = channel;
        this.misses = misses;
    }

    /**
     * Moving above the threshold and standing below half of it, as positions of a standing vehicle drift.
     *
     * @param kmh speed over ground
     */
    void read(double kmh, double threshold) {
        misses.answered();
        boolean moves = kmh > (channel.is(MOVING) ? threshold / 2 : threshold);
        channel.set(moves ? MOVING : "standstill", Map.of());
    }

    void failed(String reason) {
        if (misses.miss() || !channel.isKnown()) {
            channel.set(UNKNOWN, Map.of("reason", reason));
        }
    }

    void check() {
        if (misses.isStale() && channel.isKnown()) {
            channel.set(UNKNOWN, Map.of("reason", MissCounter.STALE_REASON));
        }
    }
}
