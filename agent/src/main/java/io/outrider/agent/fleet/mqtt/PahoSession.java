package io.outrider.agent.fleet.mqtt;

import io.outrider.api.Ticker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
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

/**
 * One attempt to connect and what comes of it: a Paho client, its threads, and our socket below it. What happens
 * arrives in the inbox; calls come from the thread {@code link} unless they say otherwise.
 */
final class PahoSession {
    /** Paho reports to java.util.logging what it also reports to us. Held, because that keeps its loggers weakly. */
    private static final Logger PAHO = Logger.getLogger("org.eclipse.paho");

    static {
        PAHO.setLevel(Level.OFF);
    }

    /**
     * Messages that the broker may have under way. With more than one, mosquitto 2.0 sends as many again for each PUBACK,
     * and so a whole backlog at once, before which no PUBACK of an answer comes.
     */
    static final int RECEIVE_MAXIMUM = 1;

    /** Room for messages that the link has not taken yet. */
    static final int MOST_MESSAGES = 256;

    static final long MOST_BYTES = 1024 * 1024;

    /** Retain handling of MQTT 5. */
    private static final int RETAINED_ALWAYS = 0;

    private static final int RETAINED_IF_NEW = 1;

    private final SessionEventQueue inbox;
    private final BrokerSocket socket;
    private final PahoThreads threads;
    private final Ticker ticker;
    private final MqttAsyncClient client;
    private ClientComms comms;
    private volatile long pingAt = Long.MAX_VALUE;
    private volatile boolean over;
    private boolean begun;

    PahoSession(String clientId, BrokerSocket socket, Ticker ticker) throws LinkFailure {
        this.socket = socket;
        this.ticker = ticker;
        inbox = new SessionEventQueue(MOST_MESSAGES, MOST_BYTES, ticker);
        threads = new PahoThreads(why -> inbox.add(new SessionEvent.Ended(why)));
        try {
            client = new MqttAsyncClient(
                    BrokerSocketFactory.URI, clientId, new MemoryPersistence(), new Pings(), threads);
        } catch (MqttException | IllegalArgumentException e) {
            throw new LinkFailure("the link cannot start: the unit's id cannot be a client id", e);
        }
        client.setManualAcks(true);
        client.setCallback(new PahoCallback(inbox));
    }

    /**
     * The longest packet that the broker is told to send: what is longer it drops without a word to anybody. What is a good
     * deal longer than is taken still comes, is cut as it is read, and can be refused.
     */
    static int announced(int longest) {
        return 8 * longest;
    }

    /** What has happened; any thread may add. */
    SessionEventQueue inbox() {
        return inbox;
    }

    /** Begins to connect; {@link SessionEvent.Accepted} or {@link SessionEvent.Ended} follows, or nothing for ever. */
    void connect(LinkSettings settings, byte[] password, String willTopic, OutboundMessage will) throws LinkFailure {
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setAutomaticReconnect(false);
        options.setCleanStart(false);
        options.setSessionExpiryInterval(TimeUnit.DAYS.toSeconds(settings.session()));
        options.setKeepAliveInterval(settings.keepalive());
        options.setConnectionTimeout(settings.connectTimeout());
        options.setSocketFactory(new BrokerSocketFactory.Carrier(socket));
        options.setReceiveMaximum(RECEIVE_MAXIMUM);
        options.setMaximumPacketSize((long) announced(settings.longest()));
        MqttMessage message = new MqttMessage(will.payload());
        message.setQos(1);
        message.setRetained(will.retained());
        options.setWill(willTopic, message);
        if (settings.user() != null) {
            options.setUserName(settings.user());
        }
        if (password != null) {
            options.setPassword(password);
        }
        try {
            client.connect(options, null, PahoCallback.connected(accepted -> {
                // Paho has begun to count before it looked what keepalive the broker wants
                schedulePing(comms.getKeepAlive());
                inbox.add(accepted);
            }));
            begun = true;
        } catch (MqttException | RuntimeException e) {
            throw new LinkFailure("the link cannot start: check [link] for what MQTT does not allow", e);
        }
    }

    /**
     * Asks for the unit's topics. Always, whether or not the broker kept the session: it is one packet, and a session kept
     * from an older agent may have other subscriptions.
     */
    void subscribe(Topics topics) throws MqttException {
        List<String> names = topics.subscriptions();
        List<Boolean> retained = topics.retained();
        MqttSubscription[] wanted = new MqttSubscription[names.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = new MqttSubscription(names.get(i), 1);
            wanted[i].setRetainHandling(retained.get(i) ? RETAINED_ALWAYS : RETAINED_IF_NEW);
        }
        client.subscribe(wanted, null, PahoCallback.subscribed(inbox, wanted.length), new MqttProperties());
    }

    /**
     * Sends a message; {@link SessionEvent.Acknowledged} or {@link SessionEvent.Ended} follows.
     *
     * @throws MqttException when the connection is over or more than the broker's receive maximum is under way; of no
     *     use after that
     */
    void publish(String topic, PendingPublish delivery) throws MqttException {
        MqttMessage message = new MqttMessage(delivery.message().payload());
        message.setQos(1);
        message.setRetained(delivery.message().retained());
        client.publish(topic, message, null, PahoCallback.published(inbox, delivery));
    }

    /** What the broker sent that ended the connection, or null. Any thread. */
    Throwable alert() {
        return socket.alert();
    }

    /** Any thread, any time. */
    void acknowledge(int id, int qualityOfService) {
        if (!over) {
            if (qualityOfService == 1) {
                socket.acknowledging(); // of the others nothing is written
            }
            try {
                client.messageArrivedComplete(id, qualityOfService);
            } catch (MqttException | RuntimeException e) {
                // the connection went meanwhile: the broker will send it again
            }
        }
    }

    /** When {@link #ping} is due, in the ticker's nanoseconds. */
    long pingAt() {
        return pingAt;
    }

    /** Lets Paho look whether a ping is due, and send it; true when it did. */
    boolean ping() {
        pingAt = Long.MAX_VALUE;
        return comms.checkForActivity() != null;
    }

    private void schedulePing(long millis) {
        pingAt = ticker.nanos() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Says goodbye, so that the will is not sent; waits at most so long. */
    void disconnect(Duration atMost) {
        try {
            client.disconnect(0, null, null, MqttReturnCode.RETURN_CODE_SUCCESS, new MqttProperties())
                    .waitForCompletion(atMost.toMillis());
        } catch (MqttException | RuntimeException e) {
            // it is gone then
        }
    }

    /** The time by the ticker of this session. */
    long nanos() {
        return ticker.nanos();
    }

    /** Closes the socket, and frees the reader if it waits for room. Any thread; does not block. */
    void abort() {
        over = true;
        inbox.close();
        socket.abort();
    }

    /** Closes the socket and sends Paho's threads home, which takes them a moment. */
    void end() {
        abort();
        if (begun) {
            threads.execute(() -> {
                try {
                    threads.awaitOpener();
                    client.disconnectForcibly(0, 0, false);
                } catch (InterruptedException | MqttException e) {
                    // was over already
                } finally {
                    // not earlier: without its sender the opener waits for the receiver, which waits for the sender
                    threads.shutdown();
                }
            });
        } else {
            threads.shutdown();
        }
    }

    /** Whether all of Paho's threads are gone, after waiting for at most so long. */
    boolean gone(Duration atMost) throws InterruptedException {
        return threads.awaitTermination(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    static byte[] passwordBytes(String text) {
        return text.lines().findFirst().orElse("").getBytes(StandardCharsets.UTF_8);
    }

    /** Paho's wish to be called, without the thread that Paho would make for it. */
    private final class Pings implements MqttPingSender {
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
