package io.outrider.agent.commands;

import java.util.Objects;

/**
 * What the broker has handed over.
 *
 * @param payload as it came
 * @param isCut whether it is only the beginning of a message that is longer than is taken
 * @param acknowledge tells the broker that it need not deliver it again; called once, on the thread that accepts
 */
public record ReceivedCommand(byte[] payload, boolean isCut, Runnable acknowledge) {
    public ReceivedCommand {
        Objects.requireNonNull(payload);
        Objects.requireNonNull(acknowledge);
    }
}
