package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.api.Health;
import java.time.Duration;

/** Link to the fleet's broker, which comes and goes; publishers keep what must not be lost. */
public interface Link extends AutoCloseable, Health.Source {
    /** Starts connecting and returns at once; the link reconnects until it is closed. Called once. */
    void start();

    /**
     * Queues a message. Thread-safe; never blocks.
     *
     * @param receipt gets exactly one call, unless this returns false
     * @return false if not connected or the queue is full; retry after a receipt or after {@link
     *     LinkListener#connected()}
     */
    boolean publish(OutboundMessage message, PublishCallback receipt);

    boolean connected();

    /**
     * The machine was suspended: closes a connection from before, which the broker may have dropped, and reconnects at
     * once. Thread-safe; returns at once.
     */
    void resumed(Duration suspended);

    /** Publishes that the unit is offline, and disconnects; takes at most 2 s. */
    @Override
    void close();
}
