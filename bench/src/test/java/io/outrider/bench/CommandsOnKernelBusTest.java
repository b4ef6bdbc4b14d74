package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.ProcessOutput;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands to the installed daemon with a vehicle on the kernel's bus: over a broker, by curl and by {@code outrider}. */
@Tag("vcan")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 1200, threadMode = Timeout.ThreadMode.SAME_THREAD)
class CommandsOnKernelBusTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final String UNIT = "kernel-bus";

    private final AtomicInteger jobs = new AtomicInteger();
    private KernelBus bus;
    private Mosquitto broker;
    private MqttPair fleet;
    private MqttPair.Subscription returns;
    private MqttPair.Subscription states;
    private DaemonProcess daemon;
    private int port;

    private Path folder;

    @BeforeAll
    void start(@TempDir Path shared) throws Exception {
        folder = shared;
        bus = new KernelBus();
        broker = Mosquitto.open(folder);
        fleet = new MqttPair(broker);
        returns = fleet.subscribe(topic("return"));
        states = fleet.subscribe(topic("job"));
        MqttPair.Subscription presence = fleet.subscribe(topic("presence"));
        port = Mosquitto.freePort();
        Toys.install();
        daemon = new UnitBuilder(folder.resolve("unit"), UNIT)
                .broker(broker)
                .local(port, "")
                .settings("[obd]\ncan = \"vcan0\"\nresponse_timeout_ms = 4000\n[loggers]\nstandard = false\n")
                .build();
        daemon.start();
        Await.until("the unit is online, see " + daemon.log(), PATIENCE, () -> {
            assertThat(daemon.alive()).isTrue();
            return presence.all().stream().anyMatch(each -> each.text().contains("\"online\":true"));
        });
    }

    @AfterAll
    void stop() throws Exception {
        daemon.stop();
        fleet.close();
        broker.close();
        bus.close();
        Toys.remove();
    }

    private static String topic(String last) {
        return "outrider/v1/" + UNIT + "/" + last;
    }

    private String newJid() {
        return "20261121%012d".formatted(jobs.incrementAndGet());
    }

    private void send(String jid, String fun, List<?> arg, Map<String, ?> kwarg) throws IOException {
        fleet.publish(
                topic("command"), JSON.writeValueAsString(Map.of("jid", jid, "fun", fun, "arg", arg, "kwarg", kwarg)));
    }

    private static List<JsonNode> of(MqttPair.Subscription subscription, String jid) {
        return subscription.all().stream()
                .filter(each -> each.text().contains(jid))
                .map(CommandsOnKernelBusTest::parse)
                .filter(each -> each.path("jid").asText().equals(jid))
                .toList();
    }

    private static JsonNode parse(MqttPair.ReceivedMessage message) {
        try {
            return JSON.readTree(message.payload());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private JsonNode awaitReturn(String jid) {
        Await.until(
                "a return for " + jid + ", see " + daemon.log(),
                PATIENCE,
                () -> !of(returns, jid).isEmpty());
        return of(returns, jid).get(0);
    }

    private void awaitState(String jid, String state) {
        Await.until(
                jid + " is " + state + ", see " + daemon.log(),
                PATIENCE,
                () -> of(states, jid).stream()
                        .anyMatch(each -> each.path("state").asText().equals(state)));
    }

    private JsonNode ask(String fun, List<?> arg, Map<String, ?> kwarg) throws IOException {
        String jid = newJid();
        send(jid, fun, arg, kwarg);
        return awaitReturn(jid);
    }

    @Test
    void aFleetCommandQueriesTheVehicle() throws Exception {
        JsonNode answer = ask("obd.query", List.of("RPM"), Map.of("force", true));
        assertThat(answer.path("success").asBoolean()).as(answer.toString()).isTrue();
        assertThat(answer.path("retcode").asInt()).isZero();
        assertThat(answer.path("return").path("value").asDouble())
                .isEqualTo(KernelBus.TOWN.engine().rpm(), within(0.25));
        Set<String> fields = new TreeSet<>();
        answer.fieldNames().forEachRemaining(fields::add);
        assertThat(fields)
                .containsExactlyInAnyOrder(
                        "fun_args", "jid", "return", "retcode", "success", "cmd", "_stamp", "fun", "id");
        assertThat(answer.path("fun_args").toString()).isEqualTo("[\"RPM\",{\"force\":true}]");
        assertThat(answer.path("id").asText()).isEqualTo(UNIT);
        String jid = answer.path("jid").asText();
        awaitState(jid, "received");
        awaitState(jid, "running");
    }

    @Test
    void aCommandLineInOneStringIsSplitIntoArguments() throws Exception {
        String line = "obd.query SOC header=7E4 mode=22 pid=0105 formula='message.data[34]/2' force=true";
        JsonNode answer = ask(line, List.of(), Map.of());
        assertThat(answer.path("success").asBoolean()).as(answer.toString()).isTrue();
        assertThat(answer.path("return").path("_type").asText()).isEqualTo("soc");
        assertThat(answer.path("return").path("value").asDouble()).isBetween(1.0, 100.0);
        assertThat(answer.path("fun").asText()).isEqualTo("obd.query");
    }

    @Test
    void aStateRunReturnsASaltDictionary() throws Exception {
        for (JsonNode answer : List.of(
                ask("state.sls", List.of("toy.good"), Map.of()), ask("state.sls toy.good", List.of(), Map.of()))) {
            assertThat(answer.path("retcode").asInt()).isZero();
            JsonNode step = answer.path("return").elements().next();
            assertThat(step.path("result").asBoolean()).isTrue();
            assertThat(step.path("__sls__").asText()).isEqualTo("toy.good");
            assertThat(answer.path("return").fieldNames().next()).contains("_|-");
        }
        ask("toy.arm", List.of("failing"), Map.of("armed", true));
        JsonNode failing = ask("state.sls", List.of("toy.failing"), Map.of());
        assertThat(failing.path("retcode").asInt()).isEqualTo(2);
        assertThat(failing.path("success").asBoolean()).isTrue();
        JsonNode pending = ask("state.sls", List.of("pending"), Map.of("test", true));
        assertThat(pending.path("success").asBoolean()).as(pending.toString()).isTrue();
        assertThat(pending.path("return").toString()).contains("toy-broken");
    }

    @Test
    void aCancelledJobReturnsAnErrorAndTheNextOneWorks() throws Exception {
        String jid = newJid();
        send(jid, "toy.slow", List.of(300), Map.of());
        awaitState(jid, "running");
        fleet.publish(topic("command"), "{\"jid\":\"" + jid + "\",\"cancel\":true}");
        JsonNode answer = awaitReturn(jid);
        assertThat(answer.path("return").asText()).startsWith("ERROR: ").contains("cancelled");
        assertThat(answer.path("success").asBoolean()).isFalse();
        assertThat(answer.path("retcode").asInt()).isEqualTo(1);
        assertThat(ask("test.ping", List.of(), Map.of()).path("return").asBoolean())
                .isTrue();
    }

    @Test
    void aCommandDeliveredTwiceIsRunOnceAndAnsweredTheSame() throws Exception {
        String jid = newJid();
        Path marks = folder.resolve("marks");
        send(jid, "toy.mark", List.of(marks.toString()), Map.of());
        JsonNode first = awaitReturn(jid);
        assertThat(first.path("success").asBoolean()).as(first.toString()).isTrue();
        send(jid, "toy.mark", List.of(marks.toString()), Map.of());
        Await.until("the stored return", PATIENCE, () -> of(returns, jid).size() == 2);
        assertThat(of(returns, jid)).containsOnly(first);
        assertThat(Files.readAllLines(marks)).hasSize(1);
    }

    @Test
    void invalidCommandsAreLoggedOrRejectedAndTheNextOneWorks() throws Exception {
        String late = newJid();
        String shapeless = newJid();
        for (String payload : List.of(
                "",
                "no json",
                "[]",
                "{\"fun\":\"test.ping\"}",
                "{\"jid\":\"" + shapeless + "\",\"fun\":7}",
                "{\"jid\":\"" + late + "\",\"fun\":\"test.ping\",\"expires\":\"2020-01-01T00:00:00Z\",\"more\":1}",
                "{\"jid\":\"x\",\"fun\":\"test.ping\",\"pad\":\"" + "x".repeat(300_000) + "\"}")) {
            Path file = Files.writeString(folder.resolve("payload"), payload);
            ProcessOutput sent = ProcessOutput.by(
                    "mosquitto_pub",
                    "-p",
                    Integer.toString(broker.openPort()),
                    "-q",
                    "1",
                    "-V",
                    "mqttv5",
                    "-t",
                    topic("command"),
                    "-f",
                    file.toString());
            assertThat(sent.code()).as(sent.err()).isZero();
        }
        assertThat(ask("test.ping", List.of(), Map.of()).path("return").asBoolean())
                .isTrue();
        awaitState(late, "rejected");
        assertThat(of(states, late).get(0).path("code").asText()).isEqualTo("EXPIRED");
        awaitState(shapeless, "rejected");
        assertThat(of(returns, late)).isEmpty();
        assertThat(ask("no.such", List.of(), Map.of()).path("retcode").asInt()).isEqualTo(254);
        assertThat(ask("cmd.run", List.of("true"), Map.of()).path("return").asText())
                .startsWith("ERROR: ")
                .contains("[cmd]");
    }

    private JsonNode curl(String path, String body) throws Exception {
        String token = Files.readString(daemon.home().resolve("run/token")).strip();
        ProcessOutput output = ProcessOutput.by(
                "curl",
                "-sS",
                "--max-time",
                "60",
                "-H",
                "Authorization: Bearer " + token,
                "-H",
                "Content-Type: application/json",
                "-d",
                body,
                "http://127.0.0.1:" + port + "/dongle/" + UNIT + path);
        assertThat(output.code()).as(output.err()).isZero();
        return JSON.readTree(output.out());
    }

    @Test
    void theSameWorksThroughCurl() throws Exception {
        assertThat(curl("/execute/", "{\"command\":\"obd.query\",\"arg\":[\"RPM\"],\"kwarg\":{\"force\":true}}")
                        .path("value")
                        .asDouble())
                .isEqualTo(KernelBus.TOWN.engine().rpm(), within(0.25));
        assertThat(curl("/execute_raw/", "{\"command\":\"obd.query SOC header=7E4 mode=22 pid=0105\"}")
                        .path("value")
                        .asText())
                .startsWith("7ec");
        assertThat(curl("/execute_raw/", "{\"command\":\"state.sls toy.good\"}")
                        .elements()
                        .next()
                        .path("result")
                        .asBoolean())
                .isTrue();
        assertThat(curl("/execute_raw/", "{\"command\":\"no.such\"}")
                        .path("error")
                        .asText())
                .contains("no.such");
    }

    @Test
    void theSameWorksThroughTheProgram() throws Exception {
        ProcessOutput rpm = daemon.outrider("obd.query", "RPM", "force=true");
        assertThat(rpm.code()).as(rpm.err()).isZero();
        assertThat(JSON.readTree(rpm.out()).path("value").asDouble())
                .isEqualTo(KernelBus.TOWN.engine().rpm(), within(0.25));
        ProcessOutput state = daemon.outrider("state.sls", "toy.good");
        assertThat(state.code()).as(state.err()).isZero();
        assertThat(state.out()).contains("toy.good");
        ProcessOutput status = daemon.outrider("--text", "status");
        assertThat(status.code()).as(status.err()).isZero();
        assertThat(status.out()).contains("connected", "vcan0", UNIT);
    }
}
