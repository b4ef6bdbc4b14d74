package io.outrider.agent.commands;

import java.util.Objects;

/**
 * Message on {@code …/command} as delivered by the broker.
 *
 * @param isCut true if the payload is truncated at the packet limit
 * @param acknowledge confirms the delivery to the broker; called once, on the thread that accepts
 */
public record ReceivedCommand(byte[] payload, boolean isCut, Runnable acknowledge) {
    public ReceivedCommand {
        Objects.requireNonNull(payload);
        Objects.requireNonNull(acknowledge);
    }
}
