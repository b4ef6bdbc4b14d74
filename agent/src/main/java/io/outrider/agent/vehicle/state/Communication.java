package io.outrider.agent.vehicle.state;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/** State of the communication with the vehicle. Not thread-safe. */
final class Communication {
    /** A query that this vehicle never answers does not count while it answers others. */
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(10);

    private static final String ESTABLISHED = "established";

    private final StateChannel channel;

    Communication(StateChannel channel) {
        this.channel = channel;
    }

    void answered() {
        channel.answered();
        channel.set(ESTABLISHED, Map.of());
    }

    void failed(String reason) {
        boolean enough = channel.miss() && channel.isSilentFor(SILENCE);
        if (enough || !channel.is(ESTABLISHED)) {
            lost(reason);
        }
    }

    /** Reports the loss at once, without a further miss. */
    void lost(String reason) {
        if (channel.is(ESTABLISHED)) {
            channel.set("disconnected", reason);
        } else if (!channel.isKnown()) {
            channel.set("inactive", reason);
        }
    }

    void check() {
        if (channel.isStale() && channel.is(ESTABLISHED)) {
            lost(StateChannel.STALE_REASON);
        }
    }
}
