package io.outrider.wire;

import java.time.Instant;
import java.util.Objects;

/**
 * Where a job is on its way; what {@code …/job} carries, see wire.md.
 *
 * @param progress only in state {@code PROGRESS}, else null
 */
public record JobEvent(String jid, State state, Instant stamp, Progress progress) {
    /** The states that are not an end. */
    public enum State {
        RECEIVED,
        RUNNING,
        PROGRESS
    }

    /**
     * @param total 0 while unknown
     * @param unit what is counted
     * @param what is being done, for people
     */
    public record Progress(long done, long total, String unit, String what) {}

    public JobEvent {
        Objects.requireNonNull(jid);
        Objects.requireNonNull(state);
        Objects.requireNonNull(stamp);
    }
}
