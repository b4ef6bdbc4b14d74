package io.outrider.agent.runtime.publisher;

/** Publisher of messages to the broker. The connection is not permanent; callers keep what must not be lost. */
@FunctionalInterface
public interface Publisher {
    /**
     * Queues a message. Thread-safe; does not block. The callback may run before this returns; it does not run if this
     * returns false.
     *
     * @param topic suffix after the unit's prefix
     * @return false if no message is accepted now
     */
    boolean publish(String topic, byte[] payload, PublishCallback callback);
}
