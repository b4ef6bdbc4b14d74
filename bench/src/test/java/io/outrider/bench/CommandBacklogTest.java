package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.LocalApiClient;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backlogs of commands at the broker, for the daemon with its shipped flags: it survives and answers each once. */
@Tag("slow")
class CommandBacklogTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(10); // on a busy machine
    private static final int MOST_PING_MILLIS = 60_000;
    private static final int ANSWERS_PER_PING = 20; // answers over the broker for each call of the local API
    private static final String UNIT = "u1";
    private static final String COMMAND = "outrider/v1/u1/command";
    private static final Pattern RUN = Pattern.compile(" job (ping\\d+) of fleet: test\\.ping .* done ");

    @TempDir
    Path folder;

    private final Map<String, List<JsonNode>> answers = new HashMap<>();
    private int read; // messages already evaluated
    private Mosquitto broker;
    private MqttPair fleet;
    private DaemonProcess daemon;
    private LocalApiClient api;

    @BeforeEach
    void start() {
        broker = Mosquitto.open(folder);
        fleet = new MqttPair(broker);
        daemon = new UnitBuilder(folder.resolve(UNIT), UNIT)
                .broker(broker)
                .localApi()
                .build();
        api = new LocalApiClient(daemon.apiPort(), UNIT);
        startDaemon();
    }

    @AfterEach
    void end() {
        daemon.close();
        fleet.close();
        broker.close();
    }

    private void startDaemon() {
        daemon.start();
        Await.until("the broker has a session for the unit", PATIENCE, () -> {
            assertThat(daemon.alive()).as(this::log).isTrue();
            return metrics().contains("\noutrider_link_connected 1\n");
        });
    }

    private String metrics() {
        return api.get("/metrics", MOST_PING_MILLIS).text();
    }

    private String ping() {
        return api.call(MOST_PING_MILLIS, "test.ping").text();
    }

    private String log() {
        try {
            return Files.readString(daemon.log());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String command(String jid, String fun, String arguments) {
        return "{\"jid\":\"" + jid + "\",\"fun\":\"" + fun + "\",\"arg\":[" + arguments + "]}";
    }

    private static List<String> commands(int count, String jid, String fun, String arguments) {
        return IntStream.range(0, count)
                .mapToObj(i -> command(jid + i, fun, arguments))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Reads new returns and rejections. */
    private void readAnswers(MqttPair.Subscription heard) throws IOException {
        List<MqttPair.ReceivedMessage> all = heard.all();
        for (MqttPair.ReceivedMessage got : all.subList(read, all.size())) {
            if (got.topic().endsWith("/return") || got.text().contains("\"state\":\"rejected\"")) {
                JsonNode answer = JSON.readTree(got.payload());
                answers.computeIfAbsent(answer.path("jid").asText(), each -> new ArrayList<>())
                        .add(answer);
            }
        }
        read = all.size();
    }

    private void awaitAnswers(MqttPair.Subscription heard, int count) {
        Await.until(count + " are answered", PATIENCE, () -> {
            assertThat(daemon.alive()).as(this::log).isTrue();
            int before = answers.size();
            readAnswers(heard);
            if (answers.size() / ANSWERS_PER_PING != before / ANSWERS_PER_PING) {
                assertThat(ping()).as("the local API answers meanwhile").isEqualTo("true");
            }
            return answers.size() >= count;
        });
    }

    @Test
    void aBacklogThatGrewWhileTheUnitWasOffIsAnsweredOnceEach() throws Exception {
        assertThat(daemon.stop()).isZero();
        MqttPair.Subscription heard = fleet.subscribe("outrider/v1/u1/+");
        List<String> backlog = commands(450, "large", "test.echo", "\"" + "x".repeat(40_000) + "\"");
        backlog.addAll(commands(750, "ping", "test.ping", ""));
        backlog.add("{\"jid\":\"late\",\"cancel\":true}");
        backlog.add(command("urgent", "saltutil.running", ""));
        backlog.add(command("late", "test.echo", "\"runs\""));
        fleet.publishAll(COMMAND, backlog);
        startDaemon();
        awaitAnswers(heard, 1_202);
        assertThat(answers.values()).as("each once").allMatch(each -> each.size() == 1);
        assertThat(answers.get("urgent").get(0).path("success").asBoolean()).isTrue();
        assertThat(answers.get("late").get(0).path("return").asText()).isEqualTo("ERROR: cancelled before it began");
    }

    @Test
    void aDaemonKilledRepeatedlyResumesAndRunsNothingTwice() throws Exception {
        MqttPair.Subscription heard = fleet.subscribe("outrider/v1/u1/+");
        fleet.publishAll(COMMAND, commands(1_500, "ping", "test.ping", ""));
        for (int round = 1; round <= 3; round++) {
            awaitAnswers(heard, 250 * round);
            daemon.kill();
            startDaemon();
        }
        awaitAnswers(heard, 1_500);
        Map<String, Long> runs = new HashMap<>();
        for (Matcher each = RUN.matcher(log()); each.find(); ) {
            runs.merge(each.group(1), 1L, Long::sum);
        }
        assertThat(runs.values()).as("none is run twice").allMatch(each -> each == 1);
        assertThat(runs).as("and nearly all are run").hasSizeGreaterThan(1_400);
        long again = answers.values().stream().filter(each -> each.size() > 1).count();
        assertThat(again).as("those whose PUBACK a kill cut off").isLessThan(3 * 32 + 1);
        assertThat(answers.values())
                .as("the same again")
                .allMatch(each -> each.stream().distinct().count() == 1);
    }

    @Test
    void longListsDoNotExhaustTheMemory() {
        MqttPair.Subscription heard = fleet.subscribe("outrider/v1/u1/+");
        fleet.publishAll(COMMAND, commands(40, "list", "test.echo", "[" + "\"a\",".repeat(62_000) + "\"a\"]"));
        awaitAnswers(heard, 40);
        assertThat(answers.values()).as("each once").allMatch(each -> each.size() == 1);
    }
}
