package io.outrider.bench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.daemon.CommandLedger;
import io.outrider.bench.paho.PahoClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Exchange of commands on one topic and answers on another, with a unit or an echo. One thread. */
final class CommandExchange implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PahoClient client;
    private final String to;
    private final String date;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private volatile Consumer<String> listener = answers::add;
    private volatile Consumer<String> rejections = jid -> {};
    private long number;

    /** @param date eight digits that begin the jids; unique among exchanges */
    CommandExchange(int port, String date, String to, String from) {
        this.client = new PahoClient(port, "fleet-" + date);
        this.to = to;
        this.date = date;
        client.subscribe(
                from, payload -> listener.accept(json(payload).path("jid").asText()));
    }

    /** Exchange with a unit, which counts rejections too. */
    static CommandExchange withUnit(int port, String date, String unit) {
        String topic = "outrider/v1/" + unit + "/";
        CommandExchange exchange = new CommandExchange(port, date, topic + "command", topic + "return");
        exchange.client.subscribe(topic + "job", payload -> {
            JsonNode event = json(payload);
            if (event.path("state").asText().equals("rejected")) {
                exchange.rejections.accept(event.path("jid").asText());
            }
        });
        return exchange;
    }

    static JsonNode json(byte[] payload) {
        try {
            return JSON.readTree(payload);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] command(String jid, String function, String... words) {
        try {
            return JSON.writeValueAsBytes(Map.of("jid", jid, "fun", function, "arg", words));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String newJid() {
        return "%s%012d".formatted(date, number++);
    }

    /** Sends pings, each after the answer to the one before; returns the nanoseconds of each. */
    long[] oneByOne(int count) throws InterruptedException {
        long[] nanos = new long[count];
        for (int i = 0; i < count; i++) {
            String jid = newJid();
            byte[] command = command(jid, "test.ping");
            long begun = System.nanoTime();
            client.publish(to, command, () -> {});
            String answered = answers.poll(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
            nanos[i] = System.nanoTime() - begun;
            if (!jid.equals(answered)) {
                throw new IllegalStateException("asked " + jid + " on " + to + ", answered was " + answered);
            }
        }
        return nanos;
    }

    /**
     * Sends pings at once.
     *
     * @param ledgers receives the ledger of this call
     * @return milliseconds until all are answered
     */
    double atOnce(int count, List<CommandLedger> ledgers) throws InterruptedException {
        CommandLedger ledger = new CommandLedger();
        List<byte[]> commands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String jid = newJid();
            ledger.sent(jid);
            commands.add(command(jid, "test.ping"));
        }
        ledgers.add(ledger);
        rejections = ledger::rejected;
        listener = ledger::returned;
        try {
            long begun = System.nanoTime();
            commands.forEach(each -> client.publish(to, each, () -> {}));
            ledger.await(PATIENCE_NANOS);
            double millis = (System.nanoTime() - begun) / 1e6;
            Thread.sleep(500); // for a second return, which may come late
            return millis;
        } finally {
            listener = answers::add;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
