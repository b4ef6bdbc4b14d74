package io.outrider.bench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.bench.paho.PahoClient;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How soon a unit says that it has a command while its bus is busy, beside the broker's PUBACK for the same command. The
 * simulated bus is slowed down to about what a real ECU answers: otherwise the processor would be busy, not the bus.
 */
final class Acknowledgements {
    private static final String UNIT = "busy";
    private static final int A_SECOND = 50;
    private static final int WARM_UP = 5 * A_SECOND;
    private static final int MEASURED = 20 * A_SECOND;
    private static final double MOST_MILLIS = 200;

    private final Mosquitto broker;
    private final Path home;
    private final Map<String, Long> published = new ConcurrentHashMap<>();
    private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
    private final Map<String, Long> received = new ConcurrentHashMap<>();
    private final String topic = CommandExchange.topic(UNIT);
    private ReturnTally tally;

    Acknowledgements(Mosquitto broker, Path folder) {
        this.broker = broker;
        this.home = folder.resolve(UNIT);
    }

    Figure measure() throws Exception {
        int port = Mosquitto.freePort();
        Files.createDirectories(home);
        Files.writeString(home.resolve("outrider.toml"), """
                [unit]
                id = "%s"
                [local]
                port = %d
                [link]
                url = "mqtt://127.0.0.1:%d"
                [obd]
                minimum_gap_ms = 10
                """.formatted(UNIT, port, broker.port()));
        List<String> jids = new ArrayList<>();
        for (int i = 0; i < WARM_UP + MEASURED; i++) {
            jids.add("20260103%012d".formatted(i));
        }
        tally = new ReturnTally(jids);
        try (PahoClient client = new PahoClient(broker.openPort(), "fleet-busy");
                JavaProgram busy =
                        new JavaProgram(home.resolve("log"), BusyUnit.class, home.toString(), Integer.toString(port))) {
            client.subscribe(topic + "job", payload -> heard(CommandExchange.json(payload)));
            client.subscribe(
                    topic + "return",
                    payload -> tally.returned(
                            CommandExchange.json(payload).path("jid").asText()));
            CountDownLatch linked = new CountDownLatch(1); // before that, the broker knows nobody to keep commands for
            client.subscribe(topic + "presence", payload -> {
                if (CommandExchange.json(payload).path("online").asBoolean()) {
                    linked.countDown();
                }
            });
            linked.await(30, TimeUnit.SECONDS);
            publish(client, jids.subList(0, WARM_UP));
            long before = Long.parseLong(busy.ask("how many"));
            publish(client, jids.subList(WARM_UP, jids.size()));
            long queries = Long.parseLong(busy.ask("how many")) - before;
            tally.await(TimeUnit.SECONDS.toNanos(30));
            return figure(jids.subList(WARM_UP, jids.size()), queries * A_SECOND / MEASURED);
        }
    }

    private void heard(JsonNode news) {
        String jid = news.path("jid").asText();
        if (news.path("state").asText().equals("received")) {
            received.putIfAbsent(jid, System.nanoTime());
        } else if (news.path("state").asText().equals("rejected")) {
            tally.rejected(jid);
        }
    }

    /** At even distances, whatever becomes of those before. */
    private void publish(PahoClient client, List<String> jids) {
        long next = System.nanoTime();
        for (String jid : jids) {
            while (next - System.nanoTime() > 0) {
                LockSupport.parkNanos(next - System.nanoTime());
            }
            next += TimeUnit.SECONDS.toNanos(1) / A_SECOND;
            published.put(jid, System.nanoTime());
            client.publish(
                    topic + "command",
                    CommandExchange.command(jid, "obd.query", "RPM"),
                    () -> acknowledged.put(jid, System.nanoTime()));
        }
    }

    private Figure figure(List<String> jids, long queriesASecond) {
        boolean complete =
                received.keySet().containsAll(jids) && acknowledged.keySet().containsAll(jids);
        if (!complete || !tally.isExact() || queriesASecond == 0) {
            throw new IllegalStateException(tally.text() + "; " + received.size() + " received, " + queriesASecond
                    + " queries a second, see " + home.resolve("log"));
        }
        Durations ours = times(jids, received);
        Durations broker = times(jids, acknowledged);
        return new Figure(
                "received-acknowledgement, 50 obd.query a second for 20 s, the bus (10 ms a query) busy with "
                        + queriesASecond + " more a second, p99",
                Durations.text(ours.millis(0.99)) + ", median " + Durations.text(ours.median()),
                "PUBACK " + Durations.text(broker.millis(0.99)) + ", median " + Durations.text(broker.median()),
                ours.millis(0.99) / broker.millis(0.99),
                "under 200 ms",
                ours.millis(0.99) < MOST_MILLIS);
    }

    private Durations times(List<String> jids, Map<String, Long> until) {
        return new Durations(jids.stream()
                .mapToLong(jid -> until.get(jid) - published.get(jid))
                .toArray());
    }
}
