package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.api.Health;
import java.time.Duration;

/** The way to the fleet's broker. It comes and goes; what must not be lost is kept by whoever publishes it. */
public interface Link extends AutoCloseable, Health.Source {
    /** Returns at once; from now on, for ever, the link connects by itself. Once. */
    void start();

    /**
     * Hands a message over. Any thread; never blocks.
     *
     * @param receipt gets exactly one call, unless this returns false
     * @return false when the message is not taken now: not connected, or too many are waiting. Worth another try after
     *     a receipt or after {@link LinkListener#connected()}
     */
    boolean publish(OutboundMessage message, PublishCallback receipt);

    boolean connected();

    /**
     * The machine was suspended so long: a connection from before is given up, as nobody knows whether the other end still
     * has it, and another is made at once. Any thread; returns at once.
     */
    void resumed(Duration suspended);

    /** Tells the broker that the unit goes offline, and disconnects; at most 2 s, also when nothing answers. */
    @Override
    void close();
}
