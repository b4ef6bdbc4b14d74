package io.outrider.bench.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.lifecycle.MqttClientReconnector;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.columns.BatchCodec;
import io.reactivex.Scheduler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Unit on the wire: presence with a will, commands with a stored session, batches, reports (docs/wire.md). It connects again by
 * itself, and sends again what was not acknowledged. Any thread.
 */
public final class WireUnit implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final BatchCodec CODEC = new BatchCodec();
    private static final int RECONNECT_MILLIS = 1_000;

    private final String unitId;
    private final Listener listener;
    private final String run;
    private final Instant since = Instant.now();
    private final Mqtt5AsyncClient client;

    /** Threads that all units of a process share. */
    public record Threads(Executor network, int networkThreads, Scheduler work) {}

    /** Receiver of what comes to the unit; on a thread of its clients. */
    public interface Listener {
        /** Command; a message that is none of the unit's has no jid. */
        void command(WireUnit unit, JsonNode command);

        void desired(WireUnit unit, JsonNode document);

        /** The broker has acknowledged the presence of a new connection. */
        default void online(WireUnit unit) {}
    }

    /**
     * @param port of the broker, asked for at each connection
     * @param run of the unit's daemon, 16 hexadecimal digits
     */
    public WireUnit(String unitId, String password, IntSupplier port, String run, Threads threads, Listener listener) {
        this.unitId = unitId;
        this.run = run;
        this.listener = listener;
        client = Mqtt5Client.builder()
                .identifier(unitId)
                .serverHost("127.0.0.1")
                .serverPort(port.getAsInt())
                .executorConfig(MqttClientExecutorConfig.builder()
                        .nettyExecutor(threads.network())
                        .nettyThreads(threads.networkThreads())
                        .applicationScheduler(threads.work())
                        .build())
                .simpleAuth()
                .username(unitId)
                .password(password.getBytes(StandardCharsets.UTF_8))
                .applySimpleAuth()
                .automaticReconnect()
                .initialDelay(RECONNECT_MILLIS, TimeUnit.MILLISECONDS)
                .maxDelay(10L * RECONNECT_MILLIS, TimeUnit.MILLISECONDS)
                .applyAutomaticReconnect()
                .addConnectedListener(event -> announce())
                .addDisconnectedListener(lost -> reconnect(lost.getReconnector(), port.getAsInt()))
                .buildAsync();
        client.publishes(MqttGlobalPublishFilter.ALL, this::received, true);
    }

    /** Another broker does not know the session. */
    private static void reconnect(MqttClientReconnector reconnector, int port) {
        reconnector
                .republishIfSessionExpired(true)
                .transportConfig(reconnector
                        .getTransportConfig()
                        .extend()
                        .serverPort(port)
                        .build());
    }

    /** @return completes when the unit is connected and subscribed */
    public CompletableFuture<?> connect() {
        return client.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(TimeUnit.DAYS.toSeconds(14))
                .keepAlive(240)
                .willPublish()
                .topic(topic("presence"))
                .payload(presence(false))
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(true)
                .applyWillPublish()
                .send()
                .thenCompose(connected -> client.subscribeWith()
                        .topicFilter(topic("command"))
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .send())
                .thenCompose(subscribed -> client.subscribeWith()
                        .topicFilter(topic("desired"))
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .send());
    }

    private void announce() {
        client.publishWith()
                .topic(topic("presence"))
                .payload(presence(true))
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(true)
                .send()
                .thenRun(() -> listener.online(this));
    }

    /** The will of a client is of its first connection; so is its presence, as a will counts only if it is not older. */
    private byte[] presence(boolean online) {
        return bytes(JSON.createObjectNode()
                .put("online", online)
                .put("since", since.toString())
                .put("agent", "bench"));
    }

    private static byte[] bytes(ObjectNode json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private String topic(String name) {
        return "outrider/v1/" + unitId + "/" + name;
    }

    private void received(Mqtt5Publish message) {
        try {
            JsonNode json = JSON.readTree(message.getPayloadAsBytes());
            if (message.getTopic().toString().endsWith("/desired")) {
                listener.desired(this, json);
            } else {
                listener.command(this, json);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the service sent what is no JSON to " + unitId, e);
        } finally {
            message.acknowledge();
        }
    }

    public String unitId() {
        return unitId;
    }

    /** @return completes when the broker has acknowledged it, maybe after it was sent again */
    public CompletableFuture<?> upload(List<SequencedRecord> records) {
        return upload(encoded(records));
    }

    /** Batch of the unit, to be uploaded. */
    public byte[] encoded(List<SequencedRecord> records) {
        return CODEC.encode(unitId, new Batch(run, true, records));
    }

    /** @return completes when the broker has acknowledged it */
    public CompletableFuture<?> upload(byte[] batch) {
        return publish("telemetry", batch);
    }

    /** State {@code received} of a job; sent once. */
    public void acknowledge(JsonNode command) {
        publish(
                "job",
                bytes(JSON.createObjectNode()
                        .put("jid", command.path("jid").asText())
                        .put("state", "received")
                        .put("stamp", Instant.now().toString())));
    }

    /** Return of a job, whose value is {@code true}. */
    public CompletableFuture<?> reply(JsonNode command) {
        ObjectNode reply = JSON.createObjectNode();
        reply.putArray("fun_args");
        reply.put("jid", command.path("jid").asText()).put("return", true).put("retcode", 0);
        reply.put("success", true).put("cmd", "_return").put("_stamp", "2026-11-27T10:00:00.000000");
        reply.put("fun", command.path("fun").asText()).put("id", unitId);
        return publish("return", bytes(reply));
    }

    public CompletableFuture<?> report(ObjectNode report) {
        return publish("reported", bytes(report));
    }

    private CompletableFuture<?> publish(String name, byte[] payload) {
        return client.publishWith()
                .topic(topic(name))
                .payload(payload)
                .qos(MqttQos.AT_LEAST_ONCE)
                .send();
    }

    @Override
    public void close() {
        client.disconnect().exceptionally(failure -> null).join();
    }
}
