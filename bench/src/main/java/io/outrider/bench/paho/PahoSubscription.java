package io.outrider.bench.paho;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/**
 * A subscriber whose session the broker keeps, which comes back by itself when the broker does. A message is acknowledged
 * after its listener has returned. Any thread.
 */
public final class PahoSubscription implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 10_000;
    private static final long SESSION_SECONDS = 86_400;
    private static final long AGAIN_MILLIS = 100;

    private final int port;
    private final String clientId;
    private final String topic;
    private final Consumer<byte[]> listener;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread keeper;
    private volatile MqttAsyncClient client;
    private volatile boolean standing;

    /**
     * Subscribes at a broker on this machine, as soon as there is one.
     *
     * @param listener receives each payload, on Paho's thread
     */
    public PahoSubscription(int port, String clientId, String topic, Consumer<byte[]> listener) {
        this.port = port;
        this.clientId = clientId;
        this.topic = topic;
        this.listener = listener;
        client = client();
        keeper = new Thread(this::keep, clientId);
        keeper.start();
    }

    private MqttAsyncClient client() {
        try {
            MqttAsyncClient fresh = new MqttAsyncClient("tcp://127.0.0.1:" + port, clientId, new MemoryPersistence());
            fresh.setCallback(new Arrivals());
            return fresh;
        } catch (MqttException e) {
            throw new IllegalStateException("no client", e);
        }
    }

    /** Whether the broker has granted it since the connection was made last. */
    public boolean standing() {
        return standing && client.isConnected();
    }

    private void keep() {
        try {
            do {
                if (!standing()) {
                    connect();
                }
            } while (!closing.await(AGAIN_MILLIS, TimeUnit.MILLISECONDS));
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
            client.subscribe(topic, 1).waitForCompletion(PATIENCE_MILLIS); // a killed broker has forgotten it
            standing = true;
        } catch (MqttException e) {
            standing = false; // no broker just now
            anew();
        }
    }

    /** One whose connecting was cut short may go on connecting for ever, and then cannot even be closed. */
    private void anew() {
        MqttAsyncClient former = client;
        try {
            former.disconnectForcibly(0, 0, false);
            former.close();
        } catch (MqttException e) {
            // it is given up; the broker ends what is left of it when the next comes with the same name
        }
        client = client();
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            keeper.join(PATIENCE_MILLIS);
            if (client.isConnected()) {
                client.disconnect().waitForCompletion(PATIENCE_MILLIS);
            }
            client.close();
        } catch (MqttException e) {
            throw new IllegalStateException("no orderly goodbye", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Arrivals implements MqttCallback {
        @Override
        public void messageArrived(String from, MqttMessage message) {
            listener.accept(message.getPayload());
        }

        @Override
        public void disconnected(MqttDisconnectResponse response) {
            standing = false;
        }

        @Override
        public void mqttErrorOccurred(MqttException exception) {
            // the connection ends, and is made again
        }

        @Override
        public void deliveryComplete(IMqttToken token) {
            // publishes nothing
        }

        @Override
        public void connectComplete(boolean reconnect, String serverUri) {
            // waited for
        }

        @Override
        public void authPacketArrived(int reasonCode, MqttProperties properties) {
            // not with this broker
        }
    }
}
