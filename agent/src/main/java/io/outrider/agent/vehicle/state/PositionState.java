package io.outrider.agent.vehicle.state;

import io.outrider.api.Ticker;
import java.util.Map;

/** Motion of the vehicle by its positions. Not thread-safe. */
final class PositionState extends PartState {
    private static final String MOVING = "moving";

    PositionState(PartListener listener, Ticker ticker) {
        super("position", null, listener, ticker);
    }

    /** Moving above the threshold and standing below half of it, as positions of a standing vehicle drift. */
    void read(double kmh, double threshold) {
        answered();
        boolean moves = kmh > (is(MOVING) ? threshold / 2 : threshold);
        set(moves ? MOVING : "standstill", Map.of());
    }

    @Override
    void lost(String reason) {
        set("unknown", reason);
    }
}
