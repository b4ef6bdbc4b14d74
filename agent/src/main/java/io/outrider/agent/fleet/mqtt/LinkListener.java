package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.publisher.InboundMessage;
import java.util.List;

/** Listener of the link. Called on the thread {@code link}, which sends and receives nothing meanwhile. */
public interface LinkListener {
    void connected();

    /** Messages in the order of arrival; never empty. */
    void arrived(List<InboundMessage> arrivals);

    /** Called once after each {@link #connected()}, after all receipts. */
    void disconnected();
}
