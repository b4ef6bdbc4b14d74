package io.outrider.agent.vehicle.state;

import java.util.Map;

/** Whether the vehicle moves, by its positions. Not for threads. */
final class PositionState {
    private static final String MOVING = "moving";
    private static final String UNKNOWN = "unknown";

    private final StateChannel status;
    private final MissCounter misses;

    PositionState(StateChannel status, MissCounter misses) {
        this.status = status;
        this.misses = misses;
    }

    /**
     * Positions of a vehicle that stands creep: it moves above the threshold, and stands below half of it.
     *
     * @param kmh over ground
     */
    void read(double kmh, double threshold) {
        misses.answered();
        boolean moves = kmh > (status.is(MOVING) ? threshold / 2 : threshold);
        status.become(moves ? MOVING : "standstill", Map.of());
    }

    void failed(String reason) {
        if (misses.another() || !status.isKnown()) {
            status.become(UNKNOWN, Map.of("reason", reason));
        }
    }

    void check() {
        if (misses.isStale() && status.isKnown()) {
            status.become(UNKNOWN, Map.of("reason", MissCounter.STALE_REASON));
        }
    }
}
