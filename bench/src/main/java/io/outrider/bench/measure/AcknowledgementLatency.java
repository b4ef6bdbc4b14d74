package io.outrider.bench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.bench.daemon.CommandLedger;
import io.outrider.bench.daemon.LocalApiClient;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.bench.paho.PahoClient;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measurement of the time until a unit reports a command as received while four local callers keep its bus busy, beside the
 * broker's PUBACK for the same command. A minimum gap slows the simulated bus down to about what a real ECU answers;
 * otherwise the processor would be busy, not the bus.
 */
final class AcknowledgementLatency {
    private static final String UNIT = "busy";
    private static final String TOPIC = "outrider/v1/" + UNIT + "/";
    private static final int COMMANDS_PER_SECOND = 50;
    private static final int WARM_UP = 5 * COMMANDS_PER_SECOND;
    private static final int MEASURED = 20 * COMMANDS_PER_SECOND;
    private static final double MOST_MILLIS = 200;
    private static final int CALL_MILLIS = 10_000;
    private static final List<String> LOCAL_QUERIES = List.of("RPM", "SPEED", "COOLANT_TEMP", "ENGINE_LOAD");

    private final Mosquitto broker;
    private final Path folder;
    private final Path log;
    private final Map<String, Long> published = new ConcurrentHashMap<>();
    private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
    private final Map<String, Long> received = new ConcurrentHashMap<>();
    private final CommandLedger ledger = new CommandLedger();
    private final AtomicLong queries = new AtomicLong();

    AcknowledgementLatency(Mosquitto broker, Path folder) {
        this.broker = broker;
        this.folder = folder;
        log = folder.resolve("busy-log");
    }

    Figure measure() throws Exception {
        int port = Mosquitto.freePort();
        Path home = new UnitBuilder(folder.resolve(UNIT), UNIT)
                .broker(broker)
                .localApi(port)
                .settings("[obd]\nminimum_gap_ms = 10\n")
                .write();
        CountDownLatch online = new CountDownLatch(1);
        try (PahoClient client = new PahoClient(broker.openPort(), "fleet-busy");
                JavaProgram unit = new JavaProgram(log, LoggingDaemonProgram.class, home.toString(), "town")) {
            client.subscribe(TOPIC + "presence", payload -> {
                if (CommandExchange.json(payload).path("online").asBoolean()) {
                    online.countDown();
                }
            });
            client.subscribe(TOPIC + "job", payload -> note(CommandExchange.json(payload)));
            client.subscribe(
                    TOPIC + "return",
                    payload -> ledger.returned(
                            CommandExchange.json(payload).path("jid").asText()));
            online.await(30, TimeUnit.SECONDS); // before that, the broker queues no commands for the unit
            List<Thread> callers = callers(port);
            publish(client, jids(0, WARM_UP));
            long before = queries.get();
            List<String> jids = jids(WARM_UP, MEASURED);
            publish(client, jids);
            long during = queries.get() - before;
            ledger.await(TimeUnit.SECONDS.toNanos(30));
            callers.forEach(Thread::interrupt);
            return figure(jids, during * COMMANDS_PER_SECOND / MEASURED);
        }
    }

    private static List<String> jids(int first, int count) {
        List<String> jids = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            jids.add("20260103%012d".formatted(i));
        }
        return jids;
    }

    private List<Thread> callers(int port) {
        LocalApiClient api = new LocalApiClient(port, UNIT);
        List<Thread> callers = new ArrayList<>();
        for (String name : LOCAL_QUERIES) {
            Thread caller = new Thread(() -> query(api, name), "caller " + name);
            caller.setDaemon(true);
            caller.start();
            callers.add(caller);
        }
        return callers;
    }

    /** Repeats a query until interrupted, or until the first error. */
    private void query(LocalApiClient api, String name) {
        while (!Thread.currentThread().isInterrupted()
                && api.call(CALL_MILLIS, "obd.query", name).isOk()) {
            queries.incrementAndGet();
        }
    }

    private void note(JsonNode event) {
        String jid = event.path("jid").asText();
        if (event.path("state").asText().equals("received")) {
            received.putIfAbsent(jid, System.nanoTime());
        } else if (event.path("state").asText().equals("rejected")) {
            ledger.rejected(jid);
        }
    }

    /** Publishes at a constant rate, whether earlier commands are answered or not. */
    private void publish(PahoClient client, List<String> jids) {
        long next = System.nanoTime();
        for (String jid : jids) {
            while (next - System.nanoTime() > 0) {
                LockSupport.parkNanos(next - System.nanoTime());
            }
            next += TimeUnit.SECONDS.toNanos(1) / COMMANDS_PER_SECOND;
            ledger.sent(jid);
            published.put(jid, System.nanoTime());
            client.publish(
                    TOPIC + "command",
                    CommandExchange.command(jid, "obd.query", "RPM"),
                    () -> acknowledged.put(jid, System.nanoTime()));
        }
    }

    private Figure figure(List<String> jids, long queriesPerSecond) {
        boolean complete =
                received.keySet().containsAll(jids) && acknowledged.keySet().containsAll(jids);
        if (!complete || !ledger.isExact() || queriesPerSecond == 0) {
            throw new IllegalStateException("%s; %d received, %d queries per second, see %s"
                    .formatted(ledger.text(), received.size(), queriesPerSecond, log));
        }
        Durations unit = durations(jids, received);
        Durations puback = durations(jids, acknowledged);
        return new Figure(
                "received-acknowledgement, 50 obd.query a second for 20 s, the bus (10 ms a query) busy with "
                        + queriesPerSecond + " more a second, p99",
                Durations.text(unit.millis(0.99)) + ", median " + Durations.text(unit.median()),
                "PUBACK " + Durations.text(puback.millis(0.99)) + ", median " + Durations.text(puback.median()),
                unit.millis(0.99) / puback.millis(0.99),
                "under 200 ms",
                unit.millis(0.99) < MOST_MILLIS);
    }

    private Durations durations(List<String> jids, Map<String, Long> until) {
        return new Durations(jids.stream()
                .mapToLong(jid -> until.get(jid) - published.get(jid))
                .toArray());
    }
}
