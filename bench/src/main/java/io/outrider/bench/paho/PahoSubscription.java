package io.outrider.bench.paho;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/**
 * Subscription with a persistent session that reconnects by itself. A message is acknowledged after its listener has
 * returned. Any thread.
 */
public final class PahoSubscription implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 10_000;
    private static final long SESSION_SECONDS = 86_400;
    private static final long RETRY_MILLIS = 100;

    private final int port;
    private final String clientId;
    private final String topic;
    private final Consumer<byte[]> listener;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread reconnector;
    private volatile MqttAsyncClient client;
    private volatile boolean standing;

    /**
     * Subscribes at a broker on this machine once it accepts.
     *
     * @param listener receives each payload, on Paho's thread
     */
    public PahoSubscription(int port, String clientId, String topic, Consumer<byte[]> listener) {
        this.port = port;
        this.clientId = clientId;
        this.topic = topic;
        this.listener = listener;
        client = newClient();
        reconnector = new Thread(this::reconnect, clientId);
        reconnector.start();
    }

    private MqttAsyncClient newClient() {
        try {
            MqttAsyncClient fresh = new MqttAsyncClient("tcp://127.0.0.1:" + port, clientId, new MemoryPersistence());
            fresh.setCallback(new SubscriptionCallback());
            return fresh;
        } catch (MqttException e) {
            throw new IllegalStateException("no client", e);
        }
    }

    /** True if the broker has confirmed it on the current connection. */
    public boolean standing() {
        return standing && client.isConnected();
    }

    private void reconnect() {
        try {
            do {
                if (!standing()) {
                    connect();
                }
            } while (!closing.await(RETRY_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void connect() {
        try {
            if (!client.isConnected()) {
                MqttConnectionOptions options = new MqttConnectionOptions();
                options.setCleanStart(false);
                options.setSessionExpiryInterval(SESSION_SECONDS);
                client.connect(options).waitForCompletion(PATIENCE_MILLIS);
            }
            client.subscribe(topic, 1).waitForCompletion(PATIENCE_MILLIS); // a killed broker has lost it
            standing = true;
        } catch (MqttException e) {
            standing = false; // no broker at present
            replaceClient();
        }
    }

    /** Replaces a client whose interrupted connect may never end, so that it cannot be closed. */
    private void replaceClient() {
        MqttAsyncClient former = client;
        try {
            former.disconnectForcibly(0, 0, false);
            former.close();
        } catch (MqttException e) {
            // abandoned; the broker ends its session when the next client connects with the same id
        }
        client = newClient();
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            reconnector.join(PATIENCE_MILLIS);
            if (client.isConnected()) {
                client.disconnect().waitForCompletion(PATIENCE_MILLIS);
            }
            client.close();
        } catch (MqttException e) {
            throw new IllegalStateException("the client cannot disconnect", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class SubscriptionCallback extends ConnectionCallback {
        @Override
        public void messageArrived(String from, MqttMessage message) {
            listener.accept(message.getPayload());
        }

        @Override
        public void disconnected(MqttDisconnectResponse response) {
            standing = false;
        }
    }
}
