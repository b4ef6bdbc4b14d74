package io.outrider.agent.vehicle.state;

import io.outrider.api.Ticker;
import java.util.Map;

/** Rotation of an engine or a motor. Not thread-safe. */
final class RotationState extends PartState {
    private static final String RUNNING = "running";
    private static final String STOPPED = "stopped";

    RotationState(String group, PartListener listener, Ticker ticker) {
        super(group, RUNNING, listener, ticker);
    }

    /** @param speed in any unit; it turns above 0 */
    void read(double speed) {
        answered();
        if (speed > 0) {
            set(RUNNING, Map.of());
        } else {
            lost("it does not turn");
        }
    }

    @Override
    void lost(String reason) {
        set(is(RUNNING) || is(STOPPED) ? STOPPED : "not_running", reason);
    }
}
