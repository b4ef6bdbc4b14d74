package io.outrider.service.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.BrokerLinks;
import io.outrider.service.fixture.LostUnit;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.link.UnitLink.UnitMessage;
import io.outrider.service.link.UnitMessageHandler;
import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The embedded broker with mosquitto's clients as units, and the link of the service. */
@Tag("slow")
class EmbeddedBrokerTest {
    private static final String SECRET = "unit-secret";

    @TempDir
    Path folder;

    private ServedAccounts served;
    private EmbeddedBroker broker;
    private BrokerLinks link;
    private int port;
    private final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
    private volatile UnitMessageHandler handler;

    @BeforeEach
    void start() throws IOException {
        served = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder);
        for (String unit : List.of("van-12", "van-13", "van", "van-12.x")) {
            served.enrolled(unit, SECRET);
        }
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        handler = (unit, payload, retained) -> {
            received.add(unit + " " + new String(payload, StandardCharsets.UTF_8));
            return CompletableFuture.completedStage(null);
        };
        startBroker();
        startLink();
    }

    private void startBroker() {
        broker = TestBroker.start(port, folder.resolve("broker"), served);
    }

    private void startLink() {
        UnitMessageHandler forwarding = (unit, payload, retained) -> handler.received(unit, payload, retained);
        link = new BrokerLinks(port, Map.of("return", forwarding, "telemetry", forwarding));
    }

    @AfterEach
    void stop() {
        link.close();
        broker.close();
        served.close();
    }

    private record Ended(int code, String output) {}

    private List<String> words(String program, String unit, String id) {
        String words =
                program + " -V 5 -h 127.0.0.1 -p " + port + " -u " + unit + " -P " + SECRET + " -i " + id + " -q 1";
        return new ArrayList<>(List.of(words.split(" ")));
    }

    private Ended client(String program, String unit, String id, String... more) {
        List<String> command = words(program, unit, id);
        command.addAll(List.of(more));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            CompletableFuture<byte[]> output = CompletableFuture.supplyAsync(() -> {
                try {
                    return process.getInputStream().readAllBytes();
                } catch (IOException e) {
                    return new byte[0];
                }
            });
            if (!process.waitFor(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return new Ended(process.waitFor(), new String(output.get(), StandardCharsets.UTF_8));
        } catch (IOException | InterruptedException | java.util.concurrent.ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private Ended publish(String unit, String topic, String message) {
        return client("mosquitto_pub", unit, unit, "-t", topic, "-m", message);
    }

    @Test
    void aUnitReachesTheServiceAndTheServiceTheUnit() {
        assertThat(publish("van-12", "outrider/v1/van-12/return", "hello").code())
                .isZero();
        Await.until("the message arrives", () -> received.contains("van-12 hello"));
        assertThat(publish("van-12.x", "outrider/v1/van-12.x/telemetry", "dotted")
                        .code())
                .isZero();
        Await.until("the message arrives", () -> received.contains("van-12.x dotted"));
        link.publish(new UnitMessage("van-12", "desired", "wanted".getBytes(), true, null))
                .toCompletableFuture()
                .join();
        Ended subscribed =
                client("mosquitto_sub", "van-12", "van-12", "-t", "outrider/v1/van-12/desired", "-C", "1", "-W", "15");
        assertThat(subscribed.output()).contains("wanted");
    }

    @ParameterizedTest
    @CsvSource({
        "outrider/v1/van-13/return",
        "outrider/v1/van/return",
        "outrider/v1/van-12.x/return",
        "outrider/v1/van-12/command",
        "outrider/v1/van-12/desired",
        "outrider/v1/van-12/other",
        "outrider/v1/van-12",
        "outrider/v1/van-12/return/x",
        "elsewhere",
        "$SYS/x",
        "activemq.management"
    })
    void aUnitPublishesItsOwnTopicsOnly(String topic) {
        publish("van-12", topic, "foreign");
        assertThat(publish("van-13", "outrider/v1/van-13/return", "last").code())
                .isZero();
        Await.until("the message behind arrives", () -> received.contains("van-13 last"));
        assertThat(received).containsExactly("van-13 last");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "outrider/v1/van-13/command",
                "outrider/v1/+/command",
                "outrider/v1/#",
                "#",
                "+/+/+/+",
                "$share/x/outrider/v1/van-13/command",
                "$share/outrider-service/outrider/v1/+/return",
                "outrider/v1/van-12/return",
                "activemq.#"
            })
    void aUnitSubscribesToItsOwnTopicsOnly(String filter) {
        link.publish(new UnitMessage("van-13", "command", "secret command".getBytes(), true, null))
                .toCompletableFuture()
                .join();
        Ended subscribed = client("mosquitto_sub", "van-12", "van-12", "-t", filter, "-C", "1", "-W", "3");
        assertThat(subscribed.output()).doesNotContain("secret command");
    }

    @Test
    void wrongCredentialsAndForeignClientIdsAreRefused() {
        assertThat(client("mosquitto_pub", "van-99", "van-99", "-t", "outrider/v1/van-99/return", "-m", "x")
                        .code())
                .isNotZero();
        assertThat(client("mosquitto_pub", "_service", "service-1", "-t", "outrider/v1/van-12/command", "-m", "x")
                        .code())
                .isNotZero();
        assertThat(client("mosquitto_pub", "van-12", "van-13", "-t", "outrider/v1/van-12/return", "-m", "x")
                        .code())
                .isNotZero();
        assertThat(client("mosquitto_pub", "van-12", "service-1", "-t", "outrider/v1/van-12/return", "-m", "x")
                        .code())
                .isNotZero();
        assertThat(received).isEmpty();
        assertThat(link.problem()).isNull();
    }

    @Test
    void aMessageWhoseHandlerFailedIsHandledAgain() {
        AtomicInteger calls = new AtomicInteger();
        UnitMessageHandler good = handler;
        handler = (unit, payload, retained) -> calls.incrementAndGet() == 1
                ? CompletableFuture.failedStage(new IllegalStateException("no database"))
                : good.received(unit, payload, retained);
        publish("van-12", "outrider/v1/van-12/return", "again");
        Await.until("it is handled again", () -> received.contains("van-12 again"));
        assertThat(calls).hasValue(2);
    }

    @Test
    void aMessageDoesNotPassOneOfItsUnitWhoseHandlerFailed() {
        AtomicInteger calls = new AtomicInteger();
        UnitMessageHandler good = handler;
        handler = (unit, payload, retained) -> unit.equals("van-12") && calls.incrementAndGet() == 1
                ? CompletableFuture.failedStage(new IllegalStateException("no database"))
                : good.received(unit, payload, retained);
        publish("van-12", "outrider/v1/van-12/return", "first");
        Await.until("it has failed", () -> calls.get() == 1);
        publish("van-12", "outrider/v1/van-12/return", "second");
        publish("van-13", "outrider/v1/van-13/return", "other");
        Await.until("all are handled", () -> received.size() == 3);
        assertThat(received).containsExactly("van-13 other", "van-12 first", "van-12 second");
    }

    @Test
    void whatWasNotHandledComesAgainAfterARestartOfServiceAndBroker() {
        handler = (unit, payload, retained) -> new CompletableFuture<>();
        publish("van-12", "outrider/v1/van-12/return", "kept 1");
        link.close();
        publish("van-12", "outrider/v1/van-12/return", "kept 2");
        broker.close();
        handler = (unit, payload, retained) -> {
            received.add(new String(payload, StandardCharsets.UTF_8));
            return CompletableFuture.completedStage(null);
        };
        startBroker();
        startLink();
        Await.until("both come", () -> received.contains("kept 1") && received.contains("kept 2"));
    }

    @Test
    void aSessionThatIsEndedHasNothingLeftForTheNext() {
        Ended subscribed = client("mosquitto_sub", "van-12", "van-12", session("-E"));
        assertThat(subscribed.code()).as(subscribed.output()).isZero();
        link.publish(new UnitMessage("van-12", "command", "first".getBytes(), false, null))
                .toCompletableFuture()
                .join();
        link.endSession("van-12").toCompletableFuture().join();
        assertThat(client("mosquitto_sub", "van-12", "van-12", session("-W", "3"))
                        .output())
                .doesNotContain("first");
    }

    @Test
    void theConnectionOfASessionThatIsEndedEnds() throws Exception {
        Path output = folder.resolve("output");
        List<String> command = words("mosquitto_sub", "van-12", "van-12");
        command.addAll(List.of("-t", "outrider/v1/van-12/command"));
        Process unit = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Await.until("the unit is connected", () -> {
            link.publish(new UnitMessage("van-12", "command", "hello".getBytes(), false, null))
                    .toCompletableFuture()
                    .join();
            return Files.readString(output).contains("hello");
        });
        served.devices.delete(
                served.account, served.devices.ofUnit("van-12").orElseThrow().id());
        link.endSession("van-12").toCompletableFuture().join();
        try {
            assertThat(unit.waitFor(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS))
                    .as("it cannot connect again")
                    .isTrue();
        } finally {
            unit.destroy();
        }
    }

    private static String[] session(String... more) {
        List<String> options = new ArrayList<>(List.of("-c", "-x", "1000", "-t", "outrider/v1/van-12/command"));
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    @Test
    void aReturnArrivesAlthoughAnotherUnitSendsMoreThanTheServiceTakesAtOnce() throws Exception {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        UnitMessageHandler usual = handler;
        handler = (unit, payload, retained) -> unit.equals("van-13") ? gate : usual.received(unit, payload, retained);
        Path lines = Files.writeString(folder.resolve("lines"), "much\n".repeat(20_000));
        Process flood = new ProcessBuilder(
                        "sh",
                        "-c",
                        "mosquitto_pub -V 5 -h 127.0.0.1 -p " + port + " -u van-13 -P " + SECRET
                                + " -i van-13 -q 1 -t outrider/v1/van-13/telemetry -l < " + lines)
                .start();
        assertThat(flood.waitFor()).isZero();
        for (int i = 0; i < 4; i++) {
            assertThat(publish("van-12", "outrider/v1/van-12/return", "return " + i)
                            .code())
                    .isZero();
        }
        gate.complete(null);
        Await.until("the returns are handled", () -> received.size() == 4);
    }

    @Test
    void aCommandWaitsForAnAbsentUnitAndExpires() {
        client("mosquitto_sub", "van-12", "van-12", "-c", "-x", "3600", "-t", "outrider/v1/van-12/command", "-E");
        link.publish(new UnitMessage("van-12", "command", "short".getBytes(), false, Duration.ofSeconds(1)))
                .toCompletableFuture()
                .join();
        link.publish(new UnitMessage("van-12", "command", "long".getBytes(), false, Duration.ofHours(1)))
                .toCompletableFuture()
                .join();
        long published = System.nanoTime();
        Await.until("the first has expired", () -> System.nanoTime() - published > TimeUnit.SECONDS.toNanos(2));
        Ended subscribed = client(
                "mosquitto_sub",
                "van-12",
                "van-12",
                "-c",
                "-x",
                "3600",
                "-t",
                "outrider/v1/van-12/command",
                "-C",
                "1",
                "-W",
                "15");
        assertThat(subscribed.output().strip()).isEqualTo("long");
    }

    @Test
    void theLinkSurvivesTheBrokersAbsence() {
        broker.close();
        Await.until("the loss is noticed", () -> link.problem() != null);
        assertThat(link.publish(new UnitMessage("van-12", "command", new byte[0], false, null)))
                .isCompletedExceptionally();
        startBroker();
        Await.until("it connects again", () -> link.problem() == null);
        publish("van-12", "outrider/v1/van-12/return", "back");
        Await.until("the message arrives", () -> received.contains("van-12 back"));
    }

    @Test
    void aUnitThatIsLostIsReportedByItsWill() throws Exception {
        String month = Integer.toString(30 * 24 * 3_600);
        LostUnit.lose(port, "van-12", SECRET, "outrider/v1/van-12/return", "lost", "-c", "-x", month);
        Await.until("the will", () -> received.contains("van-12 lost"));
    }

    @Test
    void aTakenPortIsAnError() {
        assertThatThrownBy(() -> TestBroker.start(port, folder.resolve("second"), served))
                .hasMessageContaining("port is taken");
    }

    @Test
    void whatIsPublishedBeforeTheServiceHasEverSubscribedIsKept() throws Exception {
        link.close();
        broker.close();
        io.outrider.testkit.Programs.run(
                List.of("rm", "-rf", folder.resolve("broker").toString()));
        startBroker();
        assertThat(publish("van-12", "outrider/v1/van-12/telemetry", "early").code())
                .isZero();
        startLink();
        Await.until("the message", () -> received.contains("van-12 early"));
    }
}
