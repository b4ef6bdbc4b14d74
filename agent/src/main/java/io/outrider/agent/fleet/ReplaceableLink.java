package io.outrider.agent.fleet;

import io.outrider.agent.fleet.mqtt.LinkFiles;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.fleet.mqtt.MqttLink;
import io.outrider.agent.fleet.mqtt.OutboundMessage;
import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.api.Health;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Publisher over the current link, which a change of settings replaces. Thread-safe. */
public final class ReplaceableLink implements Publisher, Health.Source, AutoCloseable {
    private volatile MqttLink link;
    private LinkFiles files; // of the current link; null before the first
    private boolean closed;

    /** Closes the current link before it creates the next: a broker allows one connection for each client id. */
    public synchronized void open(LinkSettings settings, Supplier<MqttLink> factory) {
        LinkFiles read = new LinkFiles(settings); // read before the link does: at worst one reconnect too many
        closeCurrent();
        if (closed) {
            return; // settings changed while the daemon stops
        }
        MqttLink opened = factory.get();
        link = opened;
        files = read;
        opened.start();
    }

    /** Describes each file of the current link whose content has changed since it was opened. */
    public synchronized List<String> changedFiles(LinkSettings now) {
        return files == null ? List.of() : new LinkFiles(now).changedSince(files);
    }

    @Override
    public boolean publish(String topic, byte[] payload, PublishCallback callback) {
        return publish(topic, payload, false, callback);
    }

    public boolean publish(String topic, byte[] payload, boolean retained, PublishCallback callback) {
        MqttLink current = link;
        return current != null && current.publish(new OutboundMessage(topic, payload, retained), callback);
    }

    public void resumed(Duration suspended) {
        MqttLink current = link;
        if (current != null) {
            current.resumed(suspended);
        }
    }

    public boolean connected() {
        MqttLink current = link;
        return current != null && current.connected();
    }

    @Override
    public Health health() {
        MqttLink current = link;
        return current == null ? Health.NOTHING : current.health();
    }

    @Override
    public synchronized void close() {
        closed = true;
        closeCurrent();
    }

    private void closeCurrent() {
        MqttLink current = link;
        link = null;
        if (current != null) {
            current.close();
        }
    }
}
