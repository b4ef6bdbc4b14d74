package io.outrider.agent.runtime.clock;

import io.outrider.wire.Timestamp;
import java.time.Instant;

/** Source of timestamps. Any thread. */
public interface TimeSource {
    Timestamp now();

    /** Timestamp of an instant that this unit's clock returned in this run. */
    Timestamp of(Instant stamp);

    /**
     * The timestamp of this boot, corrected if the clock became trusted since. A trusted one, or one that cannot be corrected,
     * is returned unchanged.
     */
    Timestamp settled(Timestamp timestamp);
}
