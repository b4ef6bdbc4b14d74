package io.outrider.service.link;

import java.util.concurrent.CompletionStage;

/** Handler of the messages that units publish under one name, such as {@code telemetry}. */
@FunctionalInterface
public interface UnitMessageHandler {
    /**
     * Called on a thread of the link.
     *
     * @param retained whether the broker had kept the message
     * @return completes when the message is stored or given up, and may be acknowledged; exceptionally if it has to come again
     */
    CompletionStage<Void> received(String unitId, byte[] payload, boolean retained);

    /** False if a message need not wait until the unit's one before has been handled. */
    default boolean inOrder() {
        return true;
    }
}
