package io.outrider.agent.telemetry.upload;

import java.time.Duration;

/** Result of sending a batch. */
public sealed interface SinkResult {
    /** The receiver has stored it. */
    record Delivered() implements SinkResult {}

    /** The broker acknowledged it, but no subscriber matched the topic. */
    record NoSubscribers() implements SinkResult {}

    /** Transient failure; the same batch is sent again, after the delay that the receiver has named, or null. */
    record Retry(String why, Duration delay) implements SinkResult {}

    /** The connection dropped while it was in flight, perhaps because of it. */
    record Dropped(String why) implements SinkResult {}

    /** The batch exceeds a size limit. */
    record TooLarge(String why) implements SinkResult {}

    /** Rejected for good: a record in it is invalid. */
    record Refused(String why) implements SinkResult {}

    /** The unit's credentials are rejected; the operator has to act. */
    record Unauthorised(String why) implements SinkResult {}
}
