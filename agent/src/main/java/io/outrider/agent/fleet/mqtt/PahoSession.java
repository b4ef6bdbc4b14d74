package io.outrider.agent.fleet.mqtt;

import io.outrider.api.Ticker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttPingSender;
import org.eclipse.paho.mqttv5.client.internal.ClientComms;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.MqttReturnCode;

/** MQTT session of one connection attempt on a Paho client; for the thread {@code link} unless noted. */
final class PahoSession {
    /** Silences Paho's logging; a field, as java.util.logging holds loggers weakly. */
    private static final Logger PAHO = Logger.getLogger("org.eclipse.paho");

    static {
        PAHO.setLevel(Level.OFF);
    }

    /**
     * Receive maximum announced to the broker. With more than one, mosquitto 2.0 sends as many again for each PUBACK,
     * and so a whole backlog at once, which delays the PUBACKs of replies.
     */
    static final int RECEIVE_MAXIMUM = 1;

    /** Capacity of the inbox, in messages. */
    static final int MOST_MESSAGES = 256;

    static final long MOST_BYTES = 1024 * 1024;
    private static final int RETAINED_ALWAYS = 0;

    private static final int RETAINED_IF_NEW = 1;

    final SessionEventQueue inbox;
    final BrokerSocket socket;
    private final PahoThreads threads;
    final Ticker ticker;
    private final MqttAsyncClient client;
    private ClientComms comms;
    private volatile long pingAt = Long.MAX_VALUE;
    private volatile boolean aborted;
    private boolean connectStarted;

    PahoSession(String clientId, BrokerSocket socket, Ticker ticker) throws LinkFailure {
        this.socket = socket;
        this.ticker = ticker;
        inbox = new SessionEventQueue(MOST_MESSAGES, MOST_BYTES, ticker);
        threads = new PahoThreads(why -> inbox.add(new SessionEvent.Disconnected(why)));
        try {
            client = new MqttAsyncClient(
                    BrokerSocketFactory.URI, clientId, new MemoryPersistence(), new PingScheduler(), threads);
        } catch (MqttException | IllegalArgumentException e) {
            throw new LinkFailure("the link cannot start: the unit's id cannot be a client id", e);
        }
        client.setManualAcks(true);
        client.setCallback(new PahoCallback(inbox));
    }

    /** Larger than the limit of a payload, so that moderately long messages arrive truncated and can be rejected. */
    static int maximumPacketSize(int longest) {
        return 8 * longest;
    }

    /** Starts to connect; {@link SessionEvent.Connected} or {@link SessionEvent.Disconnected} follows, or nothing at all. */
    void connect(LinkSettings settings, String password, String willTopic, OutboundMessage will) throws LinkFailure {
        MqttConnectionOptions options = new BrokerSocketFactory.SocketOptions(socket);
        options.setAutomaticReconnect(false);
        options.setCleanStart(false);
        options.setSessionExpiryInterval(TimeUnit.DAYS.toSeconds(settings.session()));
        options.setKeepAliveInterval(settings.keepalive());
        options.setConnectionTimeout(settings.connectTimeout());
        options.setReceiveMaximum(RECEIVE_MAXIMUM);
        options.setMaximumPacketSize((long) maximumPacketSize(settings.longest()));
        options.setWill(willTopic, packet(will));
        if (settings.user() != null) {
            options.setUserName(settings.user());
        }
        if (password != null) {
            options.setPassword(password.lines().findFirst().orElse("").getBytes(StandardCharsets.UTF_8));
        }
        try {
            client.connect(options, null, PahoCallback.connected(accepted -> {
                // Paho starts the ping timer before it reads the broker's keepalive
                schedulePing(comms.getKeepAlive());
                inbox.add(accepted);
            }));
            connectStarted = true;
        } catch (MqttException | RuntimeException e) {
            throw new LinkFailure("the link cannot start: check [link] for what MQTT does not allow", e);
        }
    }

    /** Subscribes also if the broker kept the session: one from an older agent may have other subscriptions. */
    void subscribe(Topics topics) throws MqttException {
        MqttSubscription[] wanted = topics.subscriptions().stream()
                .map(each -> {
                    MqttSubscription subscription = new MqttSubscription(each.name(), 1);
                    subscription.setRetainHandling(each.retained() ? RETAINED_ALWAYS : RETAINED_IF_NEW);
                    return subscription;
                })
                .toArray(MqttSubscription[]::new);
        client.subscribe(wanted, null, PahoCallback.subscribed(inbox, wanted.length), new MqttProperties());
    }

    /** @throws MqttException if the connection has ended or the receive maximum is exceeded */
    void publish(String topic, PendingPublish pending) throws MqttException {
        client.publish(topic, packet(pending.message), null, PahoCallback.published(inbox, pending));
    }

    private static MqttMessage packet(OutboundMessage message) {
        return new MqttMessage(message.payload(), 1, message.retained(), new MqttProperties());
    }

    /** Thread-safe, in any state. */
    void acknowledge(int id, int qualityOfService) {
        if (!aborted) {
            if (qualityOfService == 1) {
                socket.acknowledging(); // other levels have no acknowledgement
            }
            try {
                client.messageArrivedComplete(id, qualityOfService);
            } catch (MqttException | RuntimeException e) {
                // connection lost: the broker delivers it again
            }
        }
    }

    /** Time of the next {@link #ping} in ticker nanoseconds. */
    long pingAt() {
        return pingAt;
    }

    /** Lets Paho send a ping if it is due; returns true if it did. */
    boolean ping() {
        pingAt = Long.MAX_VALUE;
        return comms.checkForActivity() != null;
    }

    private void schedulePing(long millis) {
        pingAt = ticker.nanos() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Sends DISCONNECT, which suppresses the will; waits up to a limit. */
    void disconnect(Duration atMost) {
        try {
            client.disconnect(0, null, null, MqttReturnCode.RETURN_CODE_SUCCESS, new MqttProperties())
                    .waitForCompletion(atMost.toMillis());
        } catch (MqttException | RuntimeException e) {
            // already disconnected
        }
    }

    /** Closes the socket and unblocks the reader. Thread-safe; does not block. */
    void abort() {
        aborted = true;
        inbox.close();
        socket.abort();
    }

    /** Closes the socket and shuts down Paho's threads asynchronously. */
    void end() {
        abort();
        if (connectStarted) {
            threads.execute(() -> {
                try {
                    threads.awaitOpener();
                    threads.awaitTasks(this::disconnect, ticker);
                } catch (InterruptedException e) {
                    // already ended
                } finally {
                    // last: the opener waits for the receiver, which waits for the sender
                    threads.shutdown();
                }
            });
        } else {
            threads.shutdown();
        }
    }

    private void disconnect() {
        try {
            client.disconnectForcibly(0, 0, false);
        } catch (MqttException e) {
            // it had ended already
        }
    }

    /** Waits for the end of Paho's threads; returns true if they have ended in time. */
    boolean awaitTermination(Duration atMost) throws InterruptedException {
        return threads.awaitTermination(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    private final class PingScheduler implements MqttPingSender {
        @Override
        public void init(ClientComms clientComms) {
            comms = clientComms;
        }

        @Override
        public void start() {
            schedulePing(comms.getKeepAlive());
        }

        @Override
        public void stop() {
            pingAt = Long.MAX_VALUE;
        }

        @Override
        public void schedule(long millis) {
            schedulePing(millis);
        }
    }
}
