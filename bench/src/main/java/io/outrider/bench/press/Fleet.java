package io.outrider.bench.press;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.outrider.bench.daemon.CommandLedger;
import io.outrider.bench.daemon.LocalApiClient;
import io.outrider.bench.paho.PahoClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Fleet side of one unit at the broker: sends commands and enters their answers into a ledger. Any thread. */
final class Fleet implements AutoCloseable {
    private static final JsonFactory TOKENS = new JsonFactory();

    private final String topic;
    private final CommandLedger ledger;
    private final PahoClient client;
    private final AtomicInteger number = new AtomicInteger();
    private final AtomicInteger unacknowledged = new AtomicInteger();
    private final Map<String, Long> answeredAt = new ConcurrentHashMap<>();
    private volatile boolean online;
    private volatile String reported = "";

    Fleet(int port, String unit, CommandLedger ledger) {
        this.topic = "outrider/v1/" + unit + "/";
        this.ledger = ledger;
        client = new PahoClient(port, "fleet-" + unit);
        subscribe();
        client.subscribe(topic + "presence", payload -> online = "true".equals(field(payload, "online")));
        client.subscribe(topic + "reported", payload -> reported = field(payload, "revision"));
        client.subscribe(topic + "telemetry", payload -> {}); // without a subscriber the unit would keep the records
    }

    /** Subscribes to answers. */
    void subscribe() {
        client.subscribe(topic + "return", payload -> answered(field(payload, "jid"), true));
        client.subscribe(topic + "job", payload -> {
            if ("rejected".equals(field(payload, "state"))) {
                answered(field(payload, "jid"), false);
            }
        });
    }

    /** Ends the subscription to answers. */
    void unsubscribe() {
        client.unsubscribe(topic + "return");
        client.unsubscribe(topic + "job");
    }

    private void answered(String jid, boolean returned) {
        answeredAt.computeIfPresent(jid, (same, waiting) -> System.nanoTime());
        if (returned) {
            ledger.returned(jid);
        } else {
            ledger.rejected(jid);
        }
    }

    /** Text of a member of the outermost object; empty if absent. */
    static String field(byte[] json, String name) {
        try (JsonParser tokens = TOKENS.createParser(json)) {
            tokens.nextToken();
            while (tokens.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = tokens.currentName().equals(name);
                tokens.nextToken();
                if (wanted) {
                    return tokens.getText();
                }
                tokens.skipChildren();
            }
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a command and enters its new jid into the ledger; returns the jid. */
    String send(String function, List<?> arguments) {
        String jid = "20260101%012d".formatted(number.incrementAndGet());
        Map<String, Object> command = new LinkedHashMap<>();
        command.put("jid", jid);
        command.put("fun", function);
        if (!arguments.isEmpty()) {
            command.put("arg", arguments);
        }
        ledger.sent(jid);
        publish("command", LocalApiClient.json(command));
        return jid;
    }

    void publish(String last, byte[] payload) {
        unacknowledged.incrementAndGet();
        client.publish(topic + last, payload, unacknowledged::decrementAndGet);
    }

    /** Sends a ping; returns its jid for {@link #answeredAt}. */
    String ping() {
        String jid = "20260202%012d".formatted(number.incrementAndGet());
        answeredAt.put(jid, 0L);
        ledger.sent(jid);
        publish("command", LocalApiClient.json(Map.of("jid", jid, "fun", "test.ping")));
        return jid;
    }

    /** Time of the answer as of {@link System#nanoTime()}; 0 before. */
    long answeredAt(String jid) {
        return answeredAt.getOrDefault(jid, 0L);
    }

    void forget(String jid) {
        answeredAt.remove(jid);
    }

    boolean isOnline() {
        return online;
    }

    /** Last revision reported by the unit. */
    String reported() {
        return reported;
    }

    /** True if the broker has acknowledged everything. */
    boolean isSent() {
        return unacknowledged.get() == 0;
    }

    @Override
    public void close() {
        client.close();
    }
}
