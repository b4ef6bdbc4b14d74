package io.outrider.agent.jobs;

import java.util.Objects;

/**
 * What the broker has handed over.
 *
 * @param payload as it came
 * @param acknowledge tells the broker that it need not deliver it again; called once, on the thread that accepts
 */
public record Delivery(byte[] payload, Runnable acknowledge) {
    public Delivery {
        Objects.requireNonNull(payload);
        Objects.requireNonNull(acknowledge);
    }
}
