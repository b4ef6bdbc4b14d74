package io.outrider.agent.vehicle.state;

import java.util.Map;

/** Motion of the vehicle by its positions. Not thread-safe. */
final class PositionState {
    private static final String MOVING = "moving";
    private static final String UNKNOWN = "unknown";

    private final StateChannel channel;

    PositionState(StateChannel channel) {
        this.channel = channel;
    }

    /**
     * Moving above the threshold and standing below half of it, as positions of a standing vehicle drift.
     *
     * @param kmh speed over ground
     */
    void read(double kmh, double threshold) {
        channel.answered();
        boolean moves = kmh > (channel.is(MOVING) ? threshold / 2 : threshold);
        channel.set(moves ? MOVING : "standstill", Map.of());
    }

    void failed(String reason) {
        if (channel.miss() || !channel.isKnown()) {
            channel.set(UNKNOWN, reason);
        }
    }

    void check() {
        if (channel.isStale() && channel.isKnown()) {
            channel.set(UNKNOWN, StateChannel.STALE_REASON);
        }
    }
}
