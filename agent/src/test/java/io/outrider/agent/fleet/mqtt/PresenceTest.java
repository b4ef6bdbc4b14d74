package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PresenceTest {
    private static final String TOPIC = "outrider/v1/u1/presence";

    @TempDir
    Path folder;

    @Test
    void aUnitIsOnlineWhileConnectedAndOfflineAfterItsEnd() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker)) {
            MqttPair.Subscription subscription = fleet.subscribe(TOPIC);
            LinkUnit unit = new LinkUnit(broker.port()).awaitConnected();
            assertThat(subscription
                            .await(message -> message.text().contains("\"online\":true"))
                            .text())
                    .matches("\\{\"online\":true,\"since\":\"20.*Z\",\"agent\":\"1.2.3\"}");
            unit.close();
            assertThat(subscription
                            .await(message -> message.text().contains("\"online\":false"))
                            .text())
                    .contains("since");
            assertThat(fleet.subscribe(TOPIC)
                            .await(MqttPair.ReceivedMessage::retained)
                            .text())
                    .contains("\"online\":false");
            assertThat(subscription.all()).as("no will beside the last word").hasSize(2);
            assertThat(unit.link.health().facts()).containsEntry("state", "off");
        }
    }

    @Test
    @Announces("closed the connection|ended")
    void theWillIsPublishedForALostUnitAndReplacedOnReturn() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LossProxy network = new LossProxy(broker.port());
                LinkUnit unit = new LinkUnit(network.port()).awaitConnected()) {
            MqttPair.Subscription subscription = fleet.subscribe(TOPIC);
            network.cut();
            subscription.await(
                    message -> message.text().matches("\\{\"online\":false,\"since\":\"20.*Z\",\"agent\":\"1.2.3\"}"));
            unit.awaitConnected();
            Await.until(
                    "the last word is online",
                    () -> subscription
                            .all()
                            .get(subscription.all().size() - 1)
                            .text()
                            .contains("\"online\":true"));
        }
    }

    @Test
    void closingTakesAtMostTwoSecondsOnADeadLink() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port());
                LinkUnit unit = new LinkUnit(network.port()).awaitConnected()) {
            network.mode(LossProxy.LossMode.STALL);
            long start = System.nanoTime();
            unit.close();
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThanOrEqualTo(TimeoutFactor.scaled(Duration.ofSeconds(2)));
            assertThat(unit.disconnects).hasValue(1);
            Await.until("the socket is closed", () -> network.open() == 0);
        }
    }

    @Test
    void closingTakesNoTimeWithoutAConnection() {
        LinkUnit unit = new LinkUnit(Mosquitto.freePort());
        unit.awaitError("nothing accepts connections");
        long start = System.nanoTime();
        unit.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isLessThan(TimeoutFactor.scaled(Duration.ofMillis(1_500)));
        assertThat(unit.connects).hasValue(0);
        assertThat(unit.disconnects).hasValue(0);
    }

    @Test
    void aUnitWithoutABrokerHasNoLinkAndNoProblem() {
        try (LinkUnit unit = new LinkUnit(LinkUnit.settings(null, null, null, null, null, null))) {
            assertThat(unit.link.health().facts()).containsEntry("state", "off");
            assertThat(unit.link.health().problems()).isEmpty();
            assertThat(unit.link.publish(
                            new OutboundMessage("job", new byte[0], false), new LinkUnit.RecordingCallback()))
                    .isFalse();
        }
    }
}
