package io.outrider.agent.fleet.mqtt;

import java.util.List;

/** Whoever receives. All calls come on the thread {@code link}; while one lasts, nothing is sent or received. */
public interface LinkListener {
    /** The broker has accepted the unit and its subscriptions; publishing is possible. */
    void connected();

    /** Everything that waited, in the order of arrival; never empty. */
    void arrived(List<InboundMessage> arrivals);

    /** After each {@link #connected()}, once. All receipts have been given before. */
    void disconnected();
}
