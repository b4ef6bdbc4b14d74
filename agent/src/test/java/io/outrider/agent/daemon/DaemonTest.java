package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.watchdog.NotifySocket;
import io.outrider.api.Failure;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the daemon as a whole: start, responses, end, and messages of a failed start. */
class DaemonTest {
    private static final String TOPIC = "outrider/v1/" + RunningDaemon.UNIT;

    @TempDir
    private Path folder;

    private RunningDaemon unit;

    @BeforeEach
    void make() {
        unit = new RunningDaemon(folder);
    }

    @AfterEach
    void end() {
        unit.close();
    }

    private static String command(String jid, String function, String arguments) {
        return "{\"jid\":\"" + jid + "\",\"fun\":\"" + function + "\",\"arg\":[" + arguments + "]}";
    }

    private void endsWithin(Duration limit) {
        long begun = System.nanoTime();
        unit.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(limit);
    }

    private void awaitRunning(String function) {
        Await.until(
                function + " runs",
                () -> unit.run("saltutil.running").toString().contains(function));
    }

    private void awaitLink() {
        Await.until("the link is up", () -> unit.linkState().equals("connected"));
    }

    private static void failsWith(ThrowingCallable start, Failure.Actor actor, String sentence) {
        assertThatThrownBy(start)
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.actor()).isEqualTo(actor))
                .hasMessageMatching("(?s).*" + sentence + ".*");
    }

    @Test
    void aUnitWithoutALinkAnswersLocally() throws Exception {
        unit.settings().start();
        assertThat(unit.run("test.ping").toString()).isEqualTo("true");
        assertThat(unit.status().path("unit_id").asText()).isEqualTo(RunningDaemon.UNIT);
        assertThat(unit.problems()).allMatch(each -> each.startsWith("obd: can0 is down")); // no CAN on most machines
        assertThat(unit.run("sys.list_functions").toString())
                .contains("toy.say", "obd.query", "state.sls", "log.query", "saltutil.running", "config.get");
        endsWithin(Duration.ofSeconds(1));
    }

    @Test
    void anEmptyFileIsEnough() throws Exception {
        Path machine = Files.writeString(folder.resolve("machine-id"), "c0ffee\n");
        unit.file("local.enabled = false").start();
        assertThat(unit.daemon().unit())
                .isEqualTo(UnitSettings.derived(machine))
                .hasSize(32);
    }

    @Test
    void theFleetSeesPresenceRepliesAndAbsence() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker)) {
            MqttPair.Subscription subscription = fleet.subscribe(TOPIC + "/#");
            unit.settings(RunningDaemon.linkTo(broker.port())).start();
            subscription.await(message ->
                    message.topic().endsWith("/presence") && message.text().contains("\"online\":true"));
            fleet.publish(TOPIC + "/command", command("j1", "test.ping", ""));
            subscription.await(message ->
                    message.topic().endsWith("/return") && message.text().contains("\"j1\""));
            assertThat(unit.linkState()).isEqualTo("connected");
            endsWithin(Duration.ofSeconds(2));
            subscription.await(message -> message.text().contains("\"online\":false")
                    && message.text().contains("\"since\""));
        }
    }

    @Test
    void theDaemonEndsWithinTwoSecondsWithAStalledBrokerAndAHangingJob() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port());
                MqttPair fleet = new MqttPair(broker)) {
            fleet.subscribe(TOPIC + "/telemetry");
            unit.settings(RunningDaemon.linkTo(network.port())).start();
            fleet.subscribe(TOPIC + "/presence").await(message -> message.text().contains("\"online\":true"));
            fleet.publish(TOPIC + "/command", command("j1", "toy.hang", ""));
            awaitRunning("toy.hang");
            Await.until("nothing is left to send", () -> unit.metric("buffer_records") == 0);
            network.mode(LossProxy.LossMode.STALL);
            endsWithin(Duration.ofMillis(2_300));
        }
    }

    @Test
    void jobsQueuedOrRunningAtTheStopAreAnsweredAfterTheNextStart() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker)) {
            MqttPair.Subscription returns = fleet.subscribe(TOPIC + "/return");
            unit.settings(RunningDaemon.linkTo(broker.port()), "jobs.running = 1")
                    .start();
            awaitLink();
            fleet.publish(TOPIC + "/command", command("j1", "toy.slow", "60"));
            awaitRunning("toy.slow");
            fleet.publish(TOPIC + "/command", command("j2", "toy.say", "\"later\""));
            awaitRunning("toy.say");
            unit.close();
            unit.start();
            assertThat(returns.await(message -> message.text().contains("\"j1\""))
                            .text())
                    .contains("\"success\":false", "stopped");
            assertThat(returns.await(message -> message.text().contains("\"j2\""))
                            .text())
                    .contains("\"later\"");
        }
    }

    @Test
    void aSecondDaemonCannotUseTheSameData() throws Exception {
        unit.settings().start();
        RunningDaemon second = new RunningDaemon(folder);
        failsWith(
                second::start, Failure.Actor.OPERATOR, "another outrider daemon works on .*systemctl status outrider");
        assertThat(unit.run("test.ping").toString()).isEqualTo("true");
    }

    @Test
    void anOccupiedPortIsReportedAndNothingStaysOpen() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                ServerSocket other = new ServerSocket(unit.port(), 1, InetAddress.getByName("127.0.0.1"))) {
            unit.settings(RunningDaemon.linkTo(broker.port()));
            failsWith(
                    unit::start,
                    Failure.Actor.OPERATOR,
                    "port " + unit.port() + " .*or set another with \\[local\\] port");
            assertThat(other.isBound()).isTrue();
        }
        unit.start(); // so the data is free again
        assertThat(unit.run("test.ping").toString()).isEqualTo("true");
    }

    @Test
    void anUnwritableDataFolderIsReported() throws Exception {
        Files.writeString(unit.data(), "in the way");
        unit.settings();
        failsWith(
                unit::start,
                Failure.Actor.OPERATOR,
                "data folder " + Pattern.quote(unit.data().toString()) + " cannot");
    }

    @Test
    void allBadSettingsAreReportedTogether() {
        unit.settings("obd.share_ms = 2000", "[jobs]", "runing = 3");
        failsWith(unit::start, Failure.Actor.OPERATOR, "(did you mean running|share_ms: 2000).*\n.*");
        unit.settings("[");
        failsWith(unit::start, Failure.Actor.OPERATOR, "is not TOML");
    }

    @Test
    void aUnitWithoutAnIdIsReported() {
        unit.file("local.enabled = false");
        failsWith(unit::start, Failure.Actor.OPERATOR, "set \\[unit\\] id");
    }

    @Test
    @Announces("are not in force: .*; the last known good ones are")
    void aUnitWithBrokenSettingsIsReachableAfterAReboot() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker)) {
            MqttPair.Subscription subscription = fleet.subscribe(TOPIC + "/return");
            unit.settings(RunningDaemon.linkTo(broker.port())).start();
            awaitLink();
            unit.close();
            unit.file("[link\nurl = ").start();
            fleet.publish(TOPIC + "/command", command("j1", "test.ping", ""));
            subscription.await(message -> message.text().contains("\"j1\""));
            assertThat(unit.problems()).anyMatch(each -> each.startsWith("settings: ") && each.contains("TOML"));
        }
    }

    @Test
    void systemdsStatusSaysWhyTheDaemonDoesNotStart() throws Exception {
        String socket = folder.resolve("notify").toString();
        unit.file("[link\nurl = ");
        try (NotifySocket systemd = new NotifySocket(socket)) {
            failsWith(
                    () -> new Daemon(
                            RunningDaemon.modules(),
                            SettingsFiles.named(unit.file(), Settings.none()),
                            unit.world(folder, Map.of("NOTIFY_SOCKET", socket))),
                    Failure.Actor.OPERATOR,
                    "is not TOML");
            assertThat(systemd.next()).isEqualTo("STOPPING=1");
            assertThat(systemd.next()).startsWith("STATUS=does not start: " + unit.file() + ":1: is not TOML");
        }
    }

    @Test
    void systemdIsNotifiedOfEachState() throws Exception {
        String socket = folder.resolve("notify").toString();
        unit.settings();
        try (NotifySocket systemd = new NotifySocket(socket)) {
            try (Daemon daemon = new Daemon(
                    RunningDaemon.modules(),
                    SettingsFiles.named(unit.file(), Settings.none()),
                    unit.world(folder, Map.of("NOTIFY_SOCKET", socket)))) {
                assertThat(systemd.next()).isEqualTo("STATUS=unit u-7, no link to the fleet is set");
                assertThat(systemd.next()).isEqualTo("READY=1");
                assertThat(daemon.reload()).isEqualTo("nothing changed");
                assertThat(systemd.next()).startsWith("RELOADING=1|MONOTONIC_USEC=");
                assertThat(systemd.next()).isEqualTo("READY=1");
            }
            assertThat(systemd.next()).isEqualTo("STOPPING=1");
        }
    }
}
