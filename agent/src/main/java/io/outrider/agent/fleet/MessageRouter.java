package io.outrider.agent.fleet;

import io.outrider.agent.fleet.mqtt.LinkListener;
import io.outrider.agent.fleet.mqtt.TopicSubscription;
import io.outrider.agent.runtime.publisher.InboundMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Router of inbound messages by topic. Runs on the thread {@code link}.
 *
 * @param desired must be quick
 * @param connection called with true when messages can be sent, and with false when no longer
 */
public record MessageRouter(
        Consumer<List<InboundMessage>> commands, BiConsumer<byte[], Runnable> desired, Consumer<Boolean> connection)
        implements LinkListener {
    static final String COMMAND = "command";
    static final String DESIRED = "desired";

    /** Subscriptions below the unit's topic. The retained desired document is requested at each connection. */
    public static final List<TopicSubscription> TOPICS =
            List.of(new TopicSubscription(COMMAND, false), new TopicSubscription(DESIRED, true));

    @Override
    public void connected() {
        connection.accept(true);
    }

    @Override
    public void arrived(List<InboundMessage> arrivals) {
        List<InboundMessage> commandArrivals = new ArrayList<>();
        for (InboundMessage each : arrivals) {
            if (each.topic().equals(DESIRED)) {
                desired.accept(each.payload(), each.acknowledge());
            } else {
                commandArrivals.add(each);
            }
        }
        if (!commandArrivals.isEmpty()) {
            commands.accept(commandArrivals);
        }
    }

    @Override
    public void disconnected() {
        connection.accept(false); // unacknowledged messages have been reported as failed
    }
}
