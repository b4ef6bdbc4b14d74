package io.outrider.service.link;

import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientBuilder;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.outrider.service.devices.Devices;
import io.reactivex.disposables.Disposable;
import io.reactivex.schedulers.Schedulers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Link to the units through an MQTT 5 broker, and the messages of one topic of all units: a shared subscription, so that several
 * instances of the service share the messages. It is the only one of its connection: of two the embedded broker wakes only that whose
 * messages are acknowledged once the receive maximum was reached, and the other's would wait for the next of them. A message is
 * acknowledged when its handler has completed; one whose handler failed is handled again after a pause, and comes from the broker again
 * after a restart. Messages of one unit are handled in their order, unless the handler needs none. Any thread.
 */
public final class MqttUnitLink implements UnitLink, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MqttUnitLink.class);

    /** Name of the shared subscriptions. */
    public static final String GROUP = "outrider-service";

    /** Messages that are under way, each of up to 2 MiB in the memory here and, before they are sent, in that of the broker. */
    private static final int RECEIVE_MAXIMUM = 64;

    /** The same of topics whose messages are handled in order: all but telemetry, which has most messages. */
    private static final int RECEIVE_MAXIMUM_IN_ORDER = 16;

    private static final int MOST_PACKET_BYTES = 2 << 20;
    private static final int MOST_UNDER_WAY = 1_000;
    private static final int THREADS = 4;
    private static final Duration SESSION = Duration.ofDays(14);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Mqtt5AsyncClient client;
    private final String prefix;
    private final BrokerLogin broker;
    private final String name;
    private final UnitMessageHandler handler;
    private final Disposable messages;
    private final Semaphore underWay = new Semaphore(MOST_UNDER_WAY);
    private final ExecutorService network =
            Executors.newCachedThreadPool(new DefaultThreadFactory("mqtt-network", true));
    private final ExecutorService workers;
    private final UnitOrder<Incoming> order = new UnitOrder<>(this::begin);
    private volatile String disconnected = "not connected yet";
    private volatile int connections;
    private volatile boolean subscribed;
    private volatile boolean closed;

    /**
     * Address of the broker.
     *
     * @param user null for none
     * @param limit time to answer a subscription in; afterwards it is sent again, through another connection
     */
    public record BrokerLogin(String host, int port, boolean tls, String user, String password, Duration limit) {}

    /** Message of a unit. */
    private record Incoming(String unit, Mqtt5Publish message) {}

    /**
     * Begins to connect, which goes on until the link is closed.
     *
     * @param instance beginning of the client id, the same after a restart and unlike that of other instances
     * @param name of the topic whose messages it takes
     */
    public MqttUnitLink(BrokerLogin broker, String instance, String prefix, String name, UnitMessageHandler handler) {
        this.prefix = prefix;
        this.name = name;
        this.handler = handler;
        workers = Executors.newFixedThreadPool(THREADS, new DefaultThreadFactory("unit-messages-" + name, true));
        this.broker = broker;
        client = client(instance + "-" + name);
        var all = client.toRx().publishes(MqttGlobalPublishFilter.ALL, true);
        messages = all.filter(each -> !closed).subscribe(this::received); // others come again
        client.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(SESSION.toSeconds())
                .keepAlive(30)
                .restrictions()
                .receiveMaximum(handler.inOrder() ? RECEIVE_MAXIMUM_IN_ORDER : RECEIVE_MAXIMUM)
                .maximumPacketSize(MOST_PACKET_BYTES)
                .applyRestrictions()
                .send();
    }

    private Mqtt5AsyncClient client(String instance) {
        return builder(instance)
                .automaticReconnect()
                .initialDelay(500, TimeUnit.MILLISECONDS)
                .maxDelay(30, TimeUnit.SECONDS)
                .applyAutomaticReconnect()
                .addConnectedListener(event -> {
                    subscribed = false;
                    disconnected = null;
                    LOG.info("connected to the broker for {}", name);
                    if (closed) {
                        client.disconnect(); // it was being made meanwhile
                    } else {
                        subscribe(++connections);
                    }
                })
                .addDisconnectedListener(this::disconnected)
                .buildAsync();
    }

    private Mqtt5ClientBuilder builder(String identifier) {
        Mqtt5ClientBuilder builder = Mqtt5Client.builder()
                .identifier(identifier)
                .serverHost(broker.host())
                .serverPort(broker.port())
                .executorConfig(MqttClientExecutorConfig.builder()
                        .nettyExecutor(network)
                        .nettyThreads(1)
                        .applicationScheduler(Schedulers.from(network))
                        .build());
        if (broker.tls()) {
            builder = builder.sslWithDefaultConfig();
        }
        if (broker.user() != null) {
            builder = builder.simpleAuth()
                    .username(broker.user())
                    .password(broker.password().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                    .applySimpleAuth();
        }
        return builder;
    }

    /** Takes the unit's place at the broker for a moment (MQTT 5, 3.1.2.4), unless another one than the embedded refuses that. */
    @Override
    public CompletionStage<Void> endSession(String unitId) {
        Mqtt5AsyncClient unit = builder(unitId).buildAsync();
        return unit.connectWith()
                .cleanStart(true)
                .send()
                .thenCompose(connected -> unit.disconnect())
                .exceptionallyCompose(failure -> {
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    if (!(cause instanceof Mqtt5ConnAckException)) {
                        return CompletableFuture.failedStage(cause);
                    }
                    LOG.warn("the broker refuses to end the session of {}: {}", unitId, cause.getMessage());
                    return CompletableFuture.<Void>completedStage(null);
                })
                .thenRunAsync(() -> {}, workers);
    }

    private void disconnected(MqttClientDisconnectedContext event) {
        event.getReconnector().reconnect(!closed); // also after a disconnect of its own
        String why = Objects.requireNonNullElse(event.getCause().getMessage(), "the connection was lost");
        if (closed) {
            messages.dispose(); // not before: the client acknowledges what nobody takes
        } else if (!why.equals(disconnected)) {
            LOG.warn("there is no connection to the broker for {}: {}", name, why);
        }
        disconnected = why;
    }

    /** Subscribes at each connection: a broker may have kept the session without its shared subscription, as mosquitto 2.0 does. */
    private void subscribe(int connection) {
        String filter = "$share/" + GROUP + "/" + prefix + "/+/" + name;
        client.subscribeWith()
                .topicFilter(filter)
                .qos(MqttQos.AT_LEAST_ONCE)
                .send()
                .orTimeout(broker.limit().toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((done, failure) -> {
                    boolean current = !closed && connection == connections;
                    if (current && failure == null) {
                        subscribed = true;
                    } else if (current) {
                        String why = Objects.requireNonNullElse(failure.getMessage(), "no answer came");
                        LOG.error("no subscription to {}, which is tried again: {}", filter, why);
                        if (failure instanceof TimeoutException) {
                            client.disconnect(); // what kept the answer may keep the next one
                        } else {
                            later(() -> subscribe(connection));
                        }
                    }
                });
    }

    /** Runs a task after the pause, unless the link is closed: what is not acknowledged comes again. */
    private void later(Runnable task) {
        CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS, workers)
                .execute(task);
    }

    private void received(Mqtt5Publish message) {
        String topic = message.getTopic().toString();
        String rest = topic.startsWith(prefix + "/") ? topic.substring(prefix.length() + 1) : "";
        int slash = rest.indexOf('/');
        String unit = slash < 0 ? "" : rest.substring(0, slash);
        if (!rest.substring(slash + 1).equals(name) || !unit.matches(Devices.UNIT_ID)) {
            message.acknowledge();
            return;
        }
        Incoming incoming = new Incoming(unit, message);
        if (handler.inOrder()) {
            order.add(unit, incoming);
        } else {
            begin(incoming);
        }
    }

    private void begin(Incoming incoming) {
        workers.execute(() -> handle(incoming));
    }

    private void handle(Incoming incoming) {
        Mqtt5Publish message = incoming.message();
        String unit = incoming.unit();
        CompletionStage<Void> handled;
        try {
            handled = handler.received(unit, message.getPayloadAsBytes(), message.isRetain());
        } catch (RuntimeException | Error e) {
            LOG.error("the handler of {} failed", message.getTopic(), e);
            handled = CompletableFuture.failedStage(e);
        }
        handled.whenComplete((done, failure) -> {
            if (failure == null) {
                message.acknowledge();
                order.handled(unit, incoming);
            } else if (!closed) {
                later(() -> begin(incoming));
                order.failed(unit, incoming);
            }
        });
    }

    @Override
    public CompletionStage<Void> publish(UnitMessage message) {
        if (!client.getState().isConnected()) {
            return CompletableFuture.failedStage(new IllegalStateException("there is no connection to the broker"));
        }
        if (!underWay.tryAcquire()) {
            return CompletableFuture.failedStage(new IllegalStateException("too many messages are under way"));
        }
        var publish = Mqtt5Publish.builder()
                .topic(prefix + "/" + message.unitId() + "/" + message.name())
                .payload(message.payload())
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(message.retained());
        if (message.expiry() != null) {
            publish = publish.messageExpiryInterval(Math.max(1, message.expiry().toSeconds()));
        }
        return client.publish(publish.build())
                .whenComplete((result, failure) -> underWay.release())
                // not on the thread on which messages come, as what follows may wait
                .thenComposeAsync(
                        result -> result.getError()
                                .<CompletionStage<Void>>map(CompletableFuture::failedStage)
                                .orElseGet(() -> CompletableFuture.completedStage(null)),
                        workers);
    }

    /** @return null while connected and subscribed */
    public String problem() {
        String why = disconnected;
        return why != null || subscribed ? why : "no subscription yet";
    }

    /** Disconnects; the broker keeps the session and what is not acknowledged. */
    @Override
    public void close() {
        closed = true;
        client.disconnect()
                .orTimeout(1, TimeUnit.SECONDS)
                .exceptionally(failure -> null) // there was no connection
                .join();
        workers.shutdown();
        network.shutdown();
        try {
            workers.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
