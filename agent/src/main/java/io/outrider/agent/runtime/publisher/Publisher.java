package io.outrider.agent.runtime.publisher;

/** The way out to the broker. It comes and goes; what must not be lost is kept by whoever publishes it. */
@FunctionalInterface
public interface Publisher {
    /**
     * Hands a message over. Any thread, several at once; does not block. The receipt may be given before this returns;
     * there is none if this returns false.
     *
     * @param topic the part of it that follows the unit's own
     * @return false if nothing can be taken now
     */
    boolean publish(String topic, byte[] payload, PublishCallback receipt);
}
