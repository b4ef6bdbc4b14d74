package io.outrider.agent.runtime.clock;

import io.outrider.wire.Timestamp;
import java.time.Instant;

/** Moments, as well as they can be told. Any thread. */
public interface TimeSource {
    Timestamp now();

    /** The moment of a stamp that this unit's clock gave in this run of the process. */
    Timestamp of(Instant stamp);

    /**
     * A moment of this boot of the machine as it is known by now: corrected, if the clock has come to be trusted since.
     * What is trusted, or cannot be told better, is returned as it is.
     */
    Timestamp settled(Timestamp moment);
}
