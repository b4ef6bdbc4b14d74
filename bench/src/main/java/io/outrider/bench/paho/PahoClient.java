package io.outrider.bench.paho;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import javax.net.SocketFactory;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/**
 * A Paho client and nothing else: quality of service 1 both ways, TCP_NODELAY, nothing kept. Any thread. What goes wrong
 * is thrown, or leaves somebody waiting for what never comes: this is for measurements, which have deadlines.
 */
public final class PahoClient implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 10_000;

    /** Below mosquitto's receive maximum of 20. */
    private static final int WINDOW = 15;

    private final MqttAsyncClient client;
    private final Map<String, Consumer<byte[]>> listeners = new ConcurrentHashMap<>();
    private final Queue<Outgoing> waiting = new ConcurrentLinkedQueue<>();
    private final Semaphore room = new Semaphore(WINDOW);

    private record Outgoing(String topic, byte[] payload, Runnable acknowledged) {}

    /** Connects to a broker on this machine. */
    public PahoClient(int port, String clientId) {
        try {
            client = new MqttAsyncClient("tcp://127.0.0.1:" + port, clientId, new MemoryPersistence());
            client.setCallback(new Arrivals());
            MqttConnectionOptions options = new MqttConnectionOptions();
            options.setSocketFactory(new NoDelay());
            client.connect(options).waitForCompletion(PATIENCE_MILLIS);
        } catch (MqttException e) {
            throw new IllegalStateException("no connection to the broker on port " + port, e);
        }
    }

    /**
     * Returns when the broker has granted it.
     *
     * @param topic without wildcards
     * @param listener receives each payload, on Paho's thread
     */
    public void subscribe(String topic, Consumer<byte[]> listener) {
        listeners.put(topic, listener);
        try {
            client.subscribe(topic, 1).waitForCompletion(PATIENCE_MILLIS);
        } catch (MqttException e) {
            throw new IllegalStateException("no subscription to " + topic, e);
        }
    }

    /** Returns when the broker has ended it. */
    public void unsubscribe(String topic) {
        try {
            client.unsubscribe(topic).waitForCompletion(PATIENCE_MILLIS);
        } catch (MqttException e) {
            throw new IllegalStateException("the subscription to " + topic + " goes on", e);
        }
    }

    /**
     * Does not block; what has no room in the window waits.
     *
     * @param acknowledged run on Paho's thread when the broker has the message
     */
    public void publish(String topic, byte[] payload, Runnable acknowledged) {
        waiting.add(new Outgoing(topic, payload, acknowledged));
        pump();
    }

    private void pump() {
        while (!waiting.isEmpty() && room.tryAcquire()) {
            Outgoing next = waiting.poll();
            if (next == null) {
                room.release();
            } else {
                send(next);
            }
        }
    }

    private void send(Outgoing next) {
        try {
            client.publish(next.topic, next.payload, 1, false, null, new Acknowledged(next));
        } catch (MqttException e) {
            throw new IllegalStateException("the message to " + next.topic + " cannot be sent", e);
        }
    }

    @Override
    public void close() {
        try {
            client.disconnect().waitForCompletion(PATIENCE_MILLIS);
            client.close();
        } catch (MqttException e) {
            throw new IllegalStateException("no orderly goodbye", e);
        }
    }

    private final class Acknowledged implements MqttActionListener {
        private final Outgoing message;

        private Acknowledged(Outgoing message) {
            this.message = message;
        }

        @Override
        public void onSuccess(IMqttToken token) {
            message.acknowledged.run();
            room.release();
            pump();
        }

        @Override
        public void onFailure(IMqttToken token, Throwable cause) {
            throw new IllegalStateException("the message to " + message.topic + " was not taken", cause);
        }
    }

    private final class Arrivals implements MqttCallback {
        @Override
        public void messageArrived(String topic, MqttMessage message) {
            listeners.get(topic).accept(message.getPayload());
        }

        @Override
        public void disconnected(MqttDisconnectResponse response) {
            // whoever waits for an answer runs into its deadline
        }

        @Override
        public void mqttErrorOccurred(MqttException exception) {
            // as above
        }

        @Override
        public void deliveryComplete(IMqttToken token) {
            // each message has a listener of its own
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

    private static final class NoDelay extends SocketFactory {
        @Override
        public Socket createSocket() throws IOException {
            Socket socket = new Socket();
            socket.setTcpNoDelay(true);
            return socket;
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
            throw new UnsupportedOperationException();
        }
    }
}
