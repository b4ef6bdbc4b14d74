package io.outrider.wire;

import java.time.Instant;
import java.util.Objects;

/**
 * Progress event of a job, published on {@code …/job}; see docs/wire.md.
 *
 * @param progress only in state {@code PROGRESS}, else null
 */
public record JobEvent(String jid, EventState state, Instant stamp, Progress progress) {
    public enum EventState {
        RECEIVED,
        RUNNING,
        PROGRESS
    }

    /**
     * @param total 0 while unknown
     * @param what current activity, for people
     */
    public record Progress(long done, long total, String unit, String what) {}

    public JobEvent {
        Objects.requireNonNull(jid);
        Objects.requireNonNull(state);
        Objects.requireNonNull(stamp);
    }
}
