package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.testing.Await;
import io.outrider.agent.testing.Mosquitto;
import io.outrider.agent.testing.MqttPair;
import io.outrider.bench.daemon.DaemonProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever commands wait at the broker, the daemon with its shipped flags lives, and answers each of them once. */
class CommandBacklogTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int MOST_PING_MILLIS = 30_000; // of a machine that does other things too
    private static final String COMMAND = "outrider/v1/u1/command";

    @TempDir
    Path folder;

    private final int port = Mosquitto.freePort();
    private Mosquitto broker;
    private MqttPair fleet;
    private DaemonProcess daemon;

    @BeforeEach
    void start() {
        broker = Mosquitto.open(folder);
        fleet = new MqttPair(broker);
        daemon = new DaemonProcess(
                DaemonProcess.installed(), folder.resolve("unit"), """
                [unit]
                id = "u1"
                [local]
                port = %d
                open = true
                [link]
                url = "mqtt://127.0.0.1:%d"
                """.formatted(port, broker.port()));
        startDaemon();
    }

    @AfterEach
    void end() {
        daemon.close();
        fleet.close();
        broker.close();
    }

    private void startDaemon() {
        daemon.start("");
        Await.until("the unit is online", PATIENCE, () -> {
            if (!daemon.alive()) {
                throw new AssertionError("it has ended: " + log());
            }
            return call("test.ping").equals("true");
        });
    }

    private String log() {
        try {
            return Files.readString(daemon.log());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** What the local API answers; empty if it does not. */
    private String call(String line) {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    new URL("http://127.0.0.1:" + port + "/dongle/u1/execute_raw/").openConnection();
            connection.setConnectTimeout(MOST_PING_MILLIS);
            connection.setReadTimeout(MOST_PING_MILLIS);
            connection.setDoOutput(true);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(("{\"command\":\"" + line + "\"}").getBytes(StandardCharsets.UTF_8));
            }
            return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static String command(String jid, String fun, String arguments) {
        return "{\"jid\":\"" + jid + "\",\"fun\":\"" + fun + "\",\"arg\":[" + arguments + "]}";
    }

    /** How often each job was answered: a return, or a rejection. */
    private static Map<String, List<String>> answers(MqttPair.Heard heard) {
        Map<String, List<String>> answers = new TreeMap<>();
        for (MqttPair.Got got : heard.all()) {
            boolean isReturn = got.topic().endsWith("/return");
            if (!isReturn && !got.topic().endsWith("/job")) {
                continue;
            }
            try {
                JsonNode payload = JSON.readTree(got.payload());
                if (isReturn || payload.path("state").asText().equals("rejected")) {
                    String how = isReturn ? "return" : payload.path("code").asText();
                    answers.computeIfAbsent(payload.path("jid").asText(), each -> new ArrayList<>())
                            .add(how);
                }
            } catch (IOException e) {
                throw new AssertionError(got.text(), e);
            }
        }
        return answers;
    }

    private void awaitAnswers(MqttPair.Heard heard, int count) {
        Await.until("all are answered", PATIENCE, () -> {
            assertThat(daemon.alive()).as(() -> "it lives: " + log()).isTrue();
            assertThat(call("test.ping")).as("the local API answers meanwhile").isEqualTo("true");
            return answers(heard).size() == count;
        });
    }

    @Test
    void aBacklogThatGrewWhileItWasAwayIsWorkedOffAndEachCommandIsAnsweredOnce() throws Exception {
        assertThat(daemon.stop()).isZero();
        MqttPair.Heard heard = fleet.subscribe("outrider/v1/u1/+");
        String text = "\"" + "x".repeat(20_000) + "\"";
        List<String> backlog = new ArrayList<>();
        IntStream.range(0, 900).forEach(i -> backlog.add(command("big" + i, "no.such", text)));
        IntStream.range(0, 9_000).forEach(i -> backlog.add(command("small" + i, "test.ping", "")));
        backlog.add("{\"jid\":\"late\",\"cancel\":true}");
        backlog.add(command("urgent", "saltutil.running", ""));
        backlog.add(command("late", "test.echo", "\"runs\""));
        fleet.publishAll(COMMAND, backlog);
        startDaemon();
        awaitAnswers(heard, 900 + 9_000 + 2);
        Map<String, List<String>> answers = answers(heard);
        assertThat(answers.values()).as("each once").allMatch(each -> each.size() == 1);
        assertThat(answers).containsEntry("urgent", List.of("return"));
        assertThat(fleetsReturn(heard, "late")).isEqualTo("ERROR: cancelled before it began");
        assertThat(log().lines().filter(line -> line.contains(" rejected BUSY")).count())
                .as("what repeats is summed up")
                .isLessThan(200);
    }

    private static String fleetsReturn(MqttPair.Heard heard, String jid) throws IOException {
        for (MqttPair.Got got : heard.all()) {
            if (got.topic().endsWith("/return") && got.text().contains("\"jid\":\"" + jid + "\"")) {
                return JSON.readTree(got.payload()).path("return").asText();
            }
        }
        throw new AssertionError("no return of " + jid);
    }

    @Test
    void listsOfVeryManyTextsDoNotFillTheMemoryAtOnce() {
        MqttPair.Heard heard = fleet.subscribe("outrider/v1/u1/+");
        String texts = "\"a\",".repeat(62_000) + "\"a\"";
        fleet.publishAll(
                COMMAND,
                IntStream.range(0, 40)
                        .mapToObj(i -> command("list" + i, "test.echo", "[" + texts + "]"))
                        .toList());
        awaitAnswers(heard, 40);
        assertThat(answers(heard).values()).allMatch(each -> each.size() == 1);
        assertThat(answers(heard).values()).contains(List.of("return"));
    }
}
