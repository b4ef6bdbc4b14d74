package io.outrider.service.link;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Side of the broker towards the units. Any thread. */
public interface UnitLink {
    /**
     * Message to a unit.
     *
     * @param name last level of the topic, such as {@code command}
     * @param expiry after which the broker drops it; null for never
     */
    record UnitMessage(String unitId, String name, byte[] payload, boolean retained, Duration expiry) {}

    /** @return completes when the broker has the message; exceptionally if it could not be handed over */
    CompletionStage<Void> publish(UnitMessage message);

    /**
     * Ends the connection of a unit, and its session with what waits in it.
     *
     * @return completes when the broker has done so; exceptionally if it is not known
     */
    CompletionStage<Void> endSession(String unitId);
}
