package io.outrider.agent.link;

import io.outrider.agent.outlet.Receipt;
import io.outrider.api.Health;

/** The way to the fleet's broker. It comes and goes; what must not be lost is kept by whoever publishes it. */
public interface Link extends AutoCloseable, Health.Source {
    /** Returns at once; from now on, for ever, the link connects by itself. Once. */
    void start();

    /**
     * Hands a message over. Any thread; never blocks.
     *
     * @param receipt gets exactly one call, unless this returns false
     * @return false when the message is not taken now: not connected, or too many are waiting. Worth another try after
     *     a receipt or after {@link Listener#connected()}
     */
    boolean publish(Message message, Receipt receipt);

    boolean connected();

    /** Tells the broker that the unit goes offline, and disconnects; at most 2 s, also when nothing answers. */
    @Override
    void close();
}
