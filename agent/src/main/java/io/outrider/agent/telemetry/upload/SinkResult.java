package io.outrider.agent.telemetry.upload;

import java.time.Duration;

/** What a receiver says to a batch. */
public sealed interface SinkResult {
    /** It has it. */
    record Accepted() implements SinkResult {}

    /** The receiver's broker took it, and nobody was there for whom it could have kept it. */
    record Unheard() implements SinkResult {}

    /**
     * Not now; the same again later.
     *
     * @param delay before which there is no sense in it; null if nobody said
     */
    record Later(String why, Duration delay) implements SinkResult {}

    /** The connection was lost while it was under way: perhaps because of it. */
    record Dropped(String why) implements SinkResult {}

    /** Not as much at once. */
    record TooLarge(String why) implements SinkResult {}

    /** Never: something is wrong with one of the records. */
    record Refused(String why) implements SinkResult {}

    /** Nothing from this unit, until a person has seen to it. */
    record Unauthorised(String why) implements SinkResult {}
}
