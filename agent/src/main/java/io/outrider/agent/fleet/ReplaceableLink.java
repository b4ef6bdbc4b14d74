package io.outrider.agent.fleet;

import io.outrider.agent.fleet.mqtt.Link;
import io.outrider.agent.fleet.mqtt.OutboundMessage;
import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.api.Health;
import java.time.Duration;
import java.util.function.Supplier;

/** The link of the moment, which a change of settings replaces, for those who send. Any thread. */
public final class ReplaceableLink implements Publisher, Health.Source, AutoCloseable {
    private volatile Link link;
    private boolean ended;

    /** Ends the present link, if there is one, before the next is made: a broker knows a unit once. */
    synchronized void open(Supplier<Link> maker) {
        end();
        if (ended) {
            return; // settings that come while the daemon stops
        }
        Link made = maker.get();
        link = made;
        made.start();
    }

    @Override
    public boolean publish(String topic, byte[] payload, PublishCallback receipt) {
        return publish(topic, payload, false, receipt);
    }

    /** @param retained the broker keeps it as the topic's last word */
    public boolean publish(String topic, byte[] payload, boolean retained, PublishCallback receipt) {
        Link now = link;
        return now != null && now.publish(new OutboundMessage(topic, payload, retained), receipt);
    }

    /** See {@link Link#resumed}. */
    public void resumed(Duration suspended) {
        Link now = link;
        if (now != null) {
            now.resumed(suspended);
        }
    }

    public boolean connected() {
        Link now = link;
        return now != null && now.connected();
    }

    @Override
    public Health health() {
        Link now = link;
        return now == null ? Health.NOTHING : now.health();
    }

    @Override
    public synchronized void close() {
        ended = true;
        end();
    }

    private void end() {
        Link now = link;
        link = null;
        if (now != null) {
            now.close();
        }
    }
}
