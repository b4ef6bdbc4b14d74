package io.outrider.service.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.fixture.BrokerLinks;
import io.outrider.service.link.MqttUnitLink.BrokerLogin;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.LossProxy.LossMode;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.Mosquitto.BrokerConfig;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections of the service to a broker that do not get as far as a subscription, or end while the link closes. */
class SubscriptionTest {
    @TempDir
    Path folder;

    private final Queue<String> received = new ConcurrentLinkedQueue<>();

    private MqttUnitLink link(int port, Duration limit) {
        BrokerLogin usual = BrokerLinks.login(port);
        BrokerLogin login = new BrokerLogin(usual.host(), port, false, usual.user(), usual.password(), limit);
        return new MqttUnitLink(login, "service", "outrider/v1", "return", (unit, payload, retained) -> {
            received.add(new String(payload, StandardCharsets.UTF_8));
            return CompletableFuture.completedStage(null);
        });
    }

    private void assertReceives(MqttUnitLink link, Mosquitto broker) throws Exception {
        Await.until("the subscription is answered", () -> link.problem() == null);
        send(broker);
        Await.until("the message has come", () -> received.contains("answer"));
    }

    /** Message of a unit. */
    private static void send(Mosquitto broker) throws Exception {
        Process unit = new ProcessBuilder(
                        "mosquitto_pub",
                        "-p",
                        Integer.toString(broker.port()),
                        "-q",
                        "1",
                        "-t",
                        "outrider/v1/van-12/return",
                        "-m",
                        "answer")
                .inheritIO()
                .start();
        assertThat(unit.waitFor()).isZero();
    }

    @Test
    @Announces("no subscription to .*return, which is tried again: no answer came")
    void aSubscriptionWithoutAnAnswerIsSentAgainThroughAnotherConnection() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                SubackProxy proxy = new SubackProxy(broker.port());
                MqttUnitLink link = link(proxy.port(), Duration.ofSeconds(1))) {
            assertReceives(link, broker);
        }
    }

    @Test
    @Announces("there is no connection to the broker for return: Server closed")
    void aConnectionThatEndsBeforeTheAnswerIsLoggedAndFollowedByAnother() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                SubackProxy proxy = new SubackProxy(broker.port());
                MqttUnitLink link = link(proxy.port(), Duration.ofHours(1))) {
            Socket unanswered = proxy.unanswered();
            assertThat(link.problem()).isEqualTo("no subscription yet");
            unanswered.close();
            assertReceives(link, broker);
        }
    }

    /** Mosquitto 2.0 does not write shared subscriptions on its disk. */
    @Test
    void aBrokerThatRestartsWithTheSessionAndWithoutItsSubscriptionIsSubscribedAgain() throws Exception {
        try (Mosquitto broker = Mosquitto.configured(folder, new BrokerConfig().persistent());
                MqttUnitLink link = link(broker.port(), Duration.ofHours(1))) {
            assertReceives(link, broker);
            received.clear();
            broker.stop();
            Await.until("the connection has ended", () -> link.problem() != null);
            broker.start();
            assertReceives(link, broker);
        }
    }

    @Test
    @Announces("there is no connection to the broker for return: ")
    void whatComesToALinkThatWasClosedWhileItConnectedComesToTheNextOne() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy proxy = new LossProxy(broker.port())) {
            try (MqttUnitLink link = link(proxy.port(), Duration.ofHours(1))) {
                Await.until("the subscription is answered", () -> link.problem() == null);
                proxy.mode(LossMode.STALL);
                proxy.cut();
                send(broker);
                Await.until("the link connects again", () -> proxy.open() == 1 && proxy.accepted() == 2);
            }
            proxy.mode(LossMode.PASS);
            Await.until("the link has ended this connection", () -> proxy.open() == 0);
            assertThat(received).isEmpty();
            try (MqttUnitLink next = link(broker.port(), Duration.ofHours(1))) {
                Await.until("the message has come", () -> received.contains("answer"));
            }
        }
    }

    @Test
    @Announces("there is no connection to the broker for return: .*refused")
    void aBrokerThatIsNotThereIsLoggedAtTheFirstConnection() {
        try (MqttUnitLink link = link(Mosquitto.freePort(), Duration.ofHours(1))) {
            Await.until("it is said", () -> link.problem().contains("refused"));
        }
    }
}
