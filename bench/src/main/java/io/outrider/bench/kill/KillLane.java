package io.outrider.bench.kill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** One unit that is killed again and again, each time at the next moment of the life of another job. */
final class KillLane implements Callable<List<KillResult>> {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String unit;
    private final Path home;
    private final Path faults;
    private final Path executed;
    private final DaemonProcess daemon;
    private final Mosquitto broker;
    private final List<KillPoint> moments;
    private final Map<String, KillPoint> killedAt = new LinkedHashMap<>();
    private final Set<String> sentTwice = new HashSet<>();

    KillLane(String unit, Path program, Path home, Mosquitto broker, List<KillPoint> moments) throws IOException {
        this.unit = unit;
        this.home = home;
        this.faults = Files.createDirectories(home.resolve("faults"));
        this.executed = home.resolve("executed");
        this.broker = broker;
        this.moments = moments;
        this.daemon = new DaemonProcess(program, home, """
                [unit]
                id = "%s"
                [link]
                url = "mqtt://127.0.0.1:%d"
                [cmd]
                enabled = true
                [local]
                enabled = false
                """.formatted(unit, broker.port()));
    }

    @Override
    public List<KillResult> call() throws Exception {
        Files.writeString(executed, "");
        try (MqttPair clients = new MqttPair(broker);
                MqttPair.Subscription returns = clients.subscribe(topic("return"));
                MqttPair.Subscription presence = clients.subscribe(topic("presence"));
                daemon) {
            start(presence);
            for (int i = 0; i < moments.size(); i++) {
                String jid = "%s%012d".formatted(unit.equals("lane-0") ? "20260101" : "20260202", i);
                killedAt.put(jid, moments.get(i));
                boolean twice = i % 2 == 0;
                if (twice) {
                    sentTwice.add(jid);
                }
                run(jid, moments.get(i), clients, returns, twice);
                start(presence);
                Await.until(
                        "a return for " + jid + ", killed at " + moments.get(i).text(),
                        PATIENCE,
                        () -> !returns(returns, jid).isEmpty());
            }
            daemon.stop();
            return verdicts(returns);
        }
    }

    private void start(MqttPair.Subscription presence) {
        long before = online(presence);
        daemon.start("-Doutrider.faults=" + faults);
        Await.until(unit + " is online, see " + daemon.log(), PATIENCE, () -> online(presence) > before);
    }

    private static long online(MqttPair.Subscription presence) {
        return presence.all().stream()
                .filter(each -> each.text().contains("\"online\":true"))
                .count();
    }

    /** @param twice whether the fleet sends the command once more, as a service does that got no answer */
    private void run(String jid, KillPoint moment, MqttPair clients, MqttPair.Subscription returns, boolean twice)
            throws Exception {
        Path reached = faults.resolve(moment.text() + ".reached");
        boolean inside = moment.point() == null;
        if (!inside) {
            Files.createFile(faults.resolve(moment.text()));
        }
        String command = JSON.writeValueAsString(Map.of(
                "jid",
                jid,
                "fun",
                "cmd.run",
                "arg",
                List.of("echo " + jid + " >> " + executed + (inside ? "; sleep 3" : ""))));
        clients.publish(topic("command"), command);
        Await.until(
                "the job " + jid + " gets to " + moment.text(),
                PATIENCE,
                () -> inside ? Files.readString(executed).contains(jid) : Files.exists(reached));
        daemon.kill();
        Files.deleteIfExists(reached);
        Files.deleteIfExists(faults.resolve(moment.text()));
        if (twice) {
            clients.publish(topic("command"), command);
        }
    }

    private String topic(String last) {
        return "outrider/v1/" + unit + "/" + last;
    }

    private static List<JsonNode> returns(MqttPair.Subscription subscription, String jid) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        for (MqttPair.ReceivedMessage message : subscription.all()) {
            JsonNode answer = JSON.readTree(message.payload());
            if (answer.path("jid").asText().equals(jid)) {
                all.add(answer);
            }
        }
        return all;
    }

    private List<KillResult> verdicts(MqttPair.Subscription subscription) throws IOException {
        Map<String, Long> executions = Files.readAllLines(executed).stream()
                .collect(Collectors.groupingBy(String::strip, Collectors.counting()));
        List<KillResult> verdicts = new ArrayList<>();
        for (Map.Entry<String, KillPoint> job : killedAt.entrySet()) {
            List<JsonNode> all = returns(subscription, job.getKey());
            Set<String> different = new TreeSet<>();
            all.forEach(each -> different.add(each.toString()));
            Optional<JsonNode> first = all.stream().findFirst();
            verdicts.add(new KillResult(
                    job.getKey(),
                    job.getValue(),
                    sentTwice.contains(job.getKey()),
                    executions.getOrDefault(job.getKey(), 0L).intValue(),
                    different.size(),
                    all.size(),
                    first.map(each -> each.path("success").asBoolean()).orElse(false),
                    first.map(each -> each.path("return").asText()).orElse("")));
        }
        return verdicts;
    }

    Path home() {
        return home;
    }
}
