package io.outrider.bench.kill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Unit that is killed repeatedly, each time at the next point of another job's life. */
final class KilledUnit implements Callable<List<KillResult>> {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Bytes before the jid in a journal's mark of a sent reply: its kind, and the jid's length of 20 bytes. */
    private static final String SENT = "\u0004\0\u0014";

    private final String unit;
    private final Path faults;
    private final Path executed;
    private final DaemonProcess daemon;
    private final Mosquitto broker;
    private final List<KillPoint> points;
    private final Map<String, KillPoint> killedAt = new LinkedHashMap<>();
    private final Map<String, String> stoppedThreads = new HashMap<>();
    private final Set<String> sentTwice = new HashSet<>();

    KilledUnit(String unit, Path home, Mosquitto broker, List<KillPoint> points) throws IOException {
        this.unit = unit;
        this.faults = Files.createDirectories(home.resolve("faults"));
        this.executed = home.resolve("executed");
        this.broker = broker;
        this.points = points;
        this.daemon = new UnitBuilder(home, unit)
                .broker(broker)
                .noLocalApi()
                .settings("[cmd]\nenabled = true\n[loggers]\nstandard = false\n") // jobs of loggers pass the points too
                .javaOptions("-Doutrider.faults=" + faults)
                .build();
    }

    @Override
    public List<KillResult> call() throws Exception {
        Files.writeString(executed, "");
        try (MqttPair clients = new MqttPair(broker);
                MqttPair.Subscription returns = clients.subscribe(daemon.topic("return"));
                daemon) {
            daemon.startLinked();
            for (int i = 0; i < points.size(); i++) {
                String jid = "%s%012d".formatted(unit.equals("unit-0") ? "20260101" : "20260202", i);
                killedAt.put(jid, points.get(i));
                boolean twice = i % 2 == 0;
                if (twice) {
                    sentTwice.add(jid);
                }
                run(jid, points.get(i), clients, returns, twice);
                daemon.startLinked();
                Await.until(
                        "a return for " + jid + ", killed at " + points.get(i).text(),
                        PATIENCE,
                        () -> !returns(returns, jid).isEmpty());
                Await.until("the reply to " + jid + " is marked as sent", PATIENCE, () -> isMarkedAsSent(jid));
            }
            daemon.stop();
            return results(returns);
        }
    }

    /** @param twice true to send the command again, as a service does without an answer */
    private void run(String jid, KillPoint point, MqttPair clients, MqttPair.Subscription returns, boolean twice)
            throws Exception {
        Path reached = faults.resolve(point.text() + ".reached");
        boolean isInside = point.point() == null;
        if (!isInside) {
            Files.createFile(faults.resolve(point.text()));
        }
        String command = JSON.writeValueAsString(Map.of(
                "jid",
                jid,
                "fun",
                "cmd.run",
                "arg",
                List.of("echo " + jid + " >> " + executed + (isInside ? "; sleep 3" : ""))));
        clients.publish(daemon.topic("command"), command);
        Await.until(
                "the job " + jid + " gets to " + point.text(),
                PATIENCE,
                () -> isInside ? Files.readString(executed).contains(jid) : Files.exists(reached));
        daemon.kill();
        if (!isInside) {
            stoppedThreads.put(jid, Files.readString(reached));
        }
        Files.deleteIfExists(reached);
        Files.deleteIfExists(faults.resolve(point.text()));
        if (twice) {
            clients.publish(daemon.topic("command"), command);
        }
    }

    /** True if the journal has the mark: else the next job could be killed when the reply to this one passes the point. */
    private boolean isMarkedAsSent(String jid) throws IOException {
        try (Stream<Path> segments = Files.list(daemon.home().resolve("data").resolve("jobs"))) {
            for (Path segment : segments.toList()) {
                if (Files.readString(segment, StandardCharsets.ISO_8859_1).contains(SENT + jid)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<JsonNode> returns(MqttPair.Subscription heard, String jid) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        for (MqttPair.ReceivedMessage got : heard.all()) {
            JsonNode answer = JSON.readTree(got.payload());
            if (answer.path("jid").asText().equals(jid)) {
                all.add(answer);
            }
        }
        return all;
    }

    private List<KillResult> results(MqttPair.Subscription heard) throws IOException {
        Map<String, Long> executions = Files.readAllLines(executed).stream()
                .collect(Collectors.groupingBy(String::strip, Collectors.counting()));
        List<KillResult> results = new ArrayList<>();
        for (Map.Entry<String, KillPoint> job : killedAt.entrySet()) {
            List<JsonNode> all = returns(heard, job.getKey());
            Set<String> different = new TreeSet<>();
            all.forEach(each -> different.add(each.toString()));
            Optional<JsonNode> first = all.stream().findFirst();
            results.add(new KillResult(
                    job.getKey(),
                    job.getValue(),
                    stoppedThreads.getOrDefault(job.getKey(), "inside"),
                    sentTwice.contains(job.getKey()),
                    executions.getOrDefault(job.getKey(), 0L).intValue(),
                    different.size(),
                    all.size(),
                    first.map(each -> each.path("success").asBoolean()).orElse(false),
                    first.map(each -> each.path("return").asText()).orElse("")));
        }
        return results;
    }
}
