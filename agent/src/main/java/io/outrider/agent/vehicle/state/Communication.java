package io.outrider.agent.vehicle.state;

import io.outrider.api.Ticker;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** State of the communication with the vehicle. Not thread-safe. */
final class Communication extends PartState {
    /** A query that this vehicle never answers does not count while it answers others. */
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(10);

    private static final String ESTABLISHED = "established";

    Communication(PartListener listener, Ticker ticker) {
        super("communication", ESTABLISHED, listener, ticker);
    }

    @Override
    void answered() {
        super.answered();
        set(ESTABLISHED, Map.of());
    }

    @Override
    boolean miss() {
        return super.miss() && isSilentFor(SILENCE);
    }

    @Override
    void lost(String reason) {
        if (is(ESTABLISHED)) {
            set("disconnected", reason);
        } else if (!isKnown()) {
            set("inactive", reason);
        }
    }
}
