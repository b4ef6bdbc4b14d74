package io.outrider.agent.fleet;

import io.outrider.agent.fleet.mqtt.InboundMessage;
import io.outrider.agent.fleet.mqtt.LinkListener;
import io.outrider.agent.fleet.mqtt.TopicSubscription;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What the link brings, to those it is for. On the thread {@code link}.
 *
 * @param commands takes them, and acknowledges each when it is kept
 * @param desired takes a document and what acknowledges it once it is kept; must be quick
 * @param connection told true when messages can be sent, and false when they cannot any more
 */
public record MessageRouter(
        Consumer<List<InboundMessage>> commands, BiConsumer<byte[], Runnable> desired, Consumer<Boolean> connection)
        implements LinkListener {
    static final String COMMAND = "command";
    static final String DESIRED = "desired";

    /**
     * Topics that the unit subscribes to, below its own. The broker keeps one desired document, and is asked for it
     * each time.
     */
    static final List<TopicSubscription> TOPICS =
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
        connection.accept(false); // what was not acknowledged has been reported as failed
    }
}
