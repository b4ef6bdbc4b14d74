package io.outrider.service.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.BrokerLinks;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.link.MqttUnitLink;
import io.outrider.service.link.UnitLink.UnitMessage;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two brokers in a cluster, each with a link of the service, and mosquitto's clients as units. */
@Tag("slow")
class BrokerClusterTest {
    private static final String SECRET = "unit-secret";

    @TempDir
    Path folder;

    private ServedAccounts served;
    private final List<EmbeddedBroker> brokers = new ArrayList<>();
    private final List<MqttUnitLink> links = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private final int[] ports = {Mosquitto.freePort(), Mosquitto.freePort()};
    private final int[] clusterPorts = {Mosquitto.freePort(), Mosquitto.freePort()};
    private final List<ConcurrentLinkedQueue<String>> received =
            List.of(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());

    @BeforeEach
    void start() {
        served = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder);
        served.enrolled("van-12", SECRET);
        for (int i = 0; i < 2; i++) {
            brokers.add(TestBroker.start(
                    ports[i],
                    folder.resolve("broker" + i),
                    served,
                    new EmbeddedBroker.Cluster(
                            "127.0.0.1:" + clusterPorts[i],
                            List.of("127.0.0.1:" + clusterPorts[1 - i]),
                            "cluster-secret")));
        }
        for (int i = 0; i < 2; i++) {
            links.add(link(i));
        }
    }

    private MqttUnitLink link(int i) {
        MqttUnitLink link = new MqttUnitLink(
                BrokerLinks.login(ports[i]), "service-" + i, "outrider/v1", "return", (unit, payload, retained) -> {
                    received.get(i).add(new String(payload, StandardCharsets.UTF_8));
                    return CompletableFuture.completedStage(null);
                });
        Await.until("the service is connected", () -> link.problem() == null);
        return link;
    }

    @AfterEach
    void stop() {
        processes.forEach(Process::destroyForcibly);
        links.forEach(MqttUnitLink::close);
        brokers.forEach(EmbeddedBroker::close);
        served.close();
        ActiveMQClient.clearThreadPools(); // those of the broker's library, which all brokers of a process share
    }

    /** @param more words behind those of the connection, which keeps its session */
    private Process client(String program, int broker, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(program, "-V", "5", "-h", "127.0.0.1", "-p"));
        command.addAll(List.of(Integer.toString(ports[broker]), "-u", "van-12", "-P", SECRET, "-i", "van-12"));
        command.addAll(List.of("-c", "-x", "3600", "-q", "1"));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        processes.add(process);
        return process;
    }

    /** Sends a message of the unit. Now and then the broker ends a connection without an answer to its CONNECT; units try again. */
    private void send(int broker, String text) {
        Await.until(text + " is acknowledged", () -> {
            Process process = client("mosquitto_pub", broker, "-t", "outrider/v1/van-12/return", "-m", text);
            String warning = output(process); // of a message that is refused, too
            return warning.isEmpty() && process.exitValue() == 0;
        });
    }

    private static String output(Process process) throws Exception {
        byte[] all = process.getInputStream().readAllBytes();
        assertThat(process.waitFor(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS))
                .isTrue();
        return new String(all, StandardCharsets.UTF_8).strip();
    }

    private void publish(int from, String text) {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        links.get(from)
                .publish(new UnitMessage("van-12", "command", payload, false, Duration.ofMinutes(5)))
                .toCompletableFuture()
                .join();
    }

    /** Subscribes at a broker, so that it has the session, and goes away. */
    private void subscribe(int broker) throws Exception {
        output(client("mosquitto_sub", broker, "-t", "outrider/v1/van-12/command", "-E"));
    }

    private String next(int broker) throws Exception {
        return output(client(
                "mosquitto_sub",
                broker,
                "-t",
                "outrider/v1/van-12/command",
                "-C",
                "1",
                "-W",
                Long.toString(TimeoutFactor.scaledSeconds(20))));
    }

    @Test
    void aCommandReachesAUnitAtTheOtherBroker() throws Exception {
        subscribe(1);
        Await.until("the first broker knows the subscription", () -> {
            publish(0, "ping");
            return next(1).equals("ping");
        });
    }

    @Test
    void aCommandThatWaitsFollowsTheUnitToTheOtherBroker() throws Exception {
        subscribe(0);
        publish(0, "waits");
        assertThat(next(1)).isEqualTo("waits");
        publish(1, "and back");
        String arrived = next(0);
        while (arrived.equals("waits")) { // QoS 1: it left before its acknowledgement was processed
            arrived = next(0);
        }
        assertThat(arrived).isEqualTo("and back");
    }

    @Test
    void messagesOfUnitsAtBothBrokersComeOnceToTheInstanceOfTheirBroker() throws Exception {
        Await.until("each reaches the other", () -> brokers.stream().allMatch(each -> each.connectedPeers() == 1));
        List<List<String>> expected = List.of(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < 10; i++) {
            expected.get(i % 2).add("message " + i);
            send(i % 2, "message " + i);
        }
        for (int i = 0; i < 2; i++) {
            int broker = i;
            Await.until(
                    "the messages of broker " + i, () -> received.get(broker).size() >= 5);
            assertThat(received.get(broker)).containsExactlyElementsOf(expected.get(broker));
        }
    }

    @Test
    void messagesOfUnitsWaitAtTheirBrokerForItsInstance() throws Exception {
        links.remove(0).close();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            expected.add("message " + i);
            send(0, "message " + i);
        }
        links.add(link(0));
        // QoS 1: some come again when the link subscribes anew
        Await.until("all messages", () -> Set.copyOf(received.get(0)).size() >= 10);
        assertThat(Set.copyOf(received.get(0))).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(received.get(1)).isEmpty();
    }

    @Test
    void aBrokerKnowsHowManyOthersItReaches() {
        Await.until("each reaches the other", () -> brokers.stream().allMatch(each -> each.connectedPeers() == 1));
        brokers.remove(1).close();
        Await.until("none is left", () -> brokers.get(0).connectedPeers() == 0);
    }

    @Test
    void aUnitDoesNotGetWhatWaitsForAnotherBrokerAsARetainedMessage() throws Exception {
        links.get(1)
                .publish(new UnitMessage("van-12", "desired", new byte[] {'{', '}'}, true, null))
                .toCompletableFuture()
                .join();
        subscribe(1);
        try (ServerLocator locator = locator();
                var factory = locator.createSessionFactory();
                var session = factory.createSession("_cluster", "cluster-secret", false, true, true, false, 1)) {
            Await.until(
                    "the first broker knows the queues of the second",
                    () -> !queues(session, "outrider/v1/van-12/command").isEmpty());
            // else it copies from, and empties, the queue of all that it has for the other one
            assertThat(queues(session, "$sys.mqtt.retain.outrider/v1/van-12/desired"))
                    .isEmpty();
        }
    }

    private static List<SimpleString> queues(ClientSession session, String address) throws ActiveMQException {
        return session.addressQuery(SimpleString.of(address)).getQueueNames();
    }

    private ServerLocator locator() throws Exception {
        return ActiveMQClient.createServerLocator("tcp://127.0.0.1:" + clusterPorts[0] + "?reconnectAttempts=0");
    }

    @Test
    void aUnitCannotUseThePortOfTheCluster() throws Exception {
        try (ServerLocator locator = locator()) {
            var factory = locator.createSessionFactory();
            assertThatThrownBy(() -> factory.createSession("van-12", SECRET, false, true, true, false, 1))
                    .isInstanceOf(ActiveMQException.class);
            assertThatThrownBy(() -> factory.createSession("_cluster", "wrong", false, true, true, false, 1))
                    .isInstanceOf(ActiveMQException.class);
        }
    }
}
