package io.outrider.bench.paho;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import javax.net.SocketFactory;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/**
 * Plain Paho client: quality of service 1 both ways, TCP_NODELAY, no stored session. Errors are thrown, or show as missing
 * answers, for which measurements have timeouts. Any thread.
 */
public final class PahoClient implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 10_000;

    /** Below mosquitto's receive maximum of 20. */
    private static final int WINDOW = 15;

    /** Of opener, receiver, sender, callback and closer of Paho 1.2.5, each of which may block. */
    private static final int THREADS = 5;

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS);
    private final MqttAsyncClient client;
    private final Map<String, Consumer<byte[]>> listeners = new ConcurrentHashMap<>();
    private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();
    private final Semaphore window = new Semaphore(WINDOW);

    private record Outgoing(String topic, byte[] payload, Runnable acknowledged) {}

    /** Connects to a broker on this machine. */
    public PahoClient(int port, String clientId) {
        try {
            client = new MqttAsyncClient("tcp://127.0.0.1:" + port, clientId, new MemoryPersistence(), null, threads);
            client.setCallback(new MessageCallback());
            MqttConnectionOptions options = new MqttConnectionOptions();
            options.setSocketFactory(new NoDelay());
            client.connect(options).waitForCompletion(PATIENCE_MILLIS);
        } catch (MqttException e) {
            threads.shutdownNow();
            throw new IllegalStateException("no connection to the broker on port " + port, e);
        }
    }

    /**
     * Returns when the broker has confirmed the subscription.
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

    /** Returns when the broker has confirmed the end. */
    public void unsubscribe(String topic) {
        try {
            client.unsubscribe(topic).waitForCompletion(PATIENCE_MILLIS);
        } catch (MqttException e) {
            throw new IllegalStateException("the subscription to " + topic + " cannot be ended", e);
        }
    }

    /**
     * Queues a message for the window of unacknowledged ones; does not block.
     *
     * @param acknowledged run on Paho's thread on the broker's PUBACK
     */
    public void publish(String topic, byte[] payload, Runnable acknowledged) {
        queue.add(new Outgoing(topic, payload, acknowledged));
        sendQueued();
    }

    private void sendQueued() {
        while (!queue.isEmpty() && window.tryAcquire()) {
            Outgoing next = queue.poll();
            if (next == null) {
                window.release();
            } else {
                send(next);
            }
        }
    }

    private void send(Outgoing next) {
        try {
            client.publish(next.topic, next.payload, 1, false, null, new PubackListener(next));
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
            throw new IllegalStateException("the client cannot disconnect", e);
        } finally {
            threads.shutdownNow(); // Paho's sender may miss the notification that ends it, but no interrupt
        }
    }

    private final class PubackListener implements MqttActionListener {
        private final Outgoing message;

        private PubackListener(Outgoing message) {
            this.message = message;
        }

        @Override
        public void onSuccess(IMqttToken token) {
            message.acknowledged.run();
            window.release();
            sendQueued();
        }

        @Override
        public void onFailure(IMqttToken token, Throwable cause) {
            throw new IllegalStateException("the message to " + message.topic + " was not taken", cause);
        }
    }

    private final class MessageCallback extends ConnectionCallback {
        @Override
        public void messageArrived(String topic, MqttMessage message) {
            listeners.get(topic).accept(message.getPayload());
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
