package io.outrider.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FixturesTest {
    @TempDir
    Path folder;

    @Test
    void publishedMessagesArriveAndRetainedOnesArriveLater() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair pair = new MqttPair(broker)) {
            MqttPair.Subscription subscription = pair.subscribe("a/#");
            pair.publish("a/b", "one");
            pair.retain("a/c", "two\nlines");
            assertThat(subscription
                            .await(message -> message.topic().equals("a/b"))
                            .text())
                    .isEqualTo("one");
            assertThat(pair.subscribe("a/c")
                            .await(MqttPair.ReceivedMessage::retained)
                            .text())
                    .isEqualTo("two\nlines");
        }
    }

    @Test
    void aRestartedBrokerHasTheSamePort() {
        try (Mosquitto broker = Mosquitto.configured(folder, new Mosquitto.BrokerConfig().users(Map.of("u", "p")))) {
            int port = broker.port();
            broker.stop();
            broker.start();
            assertThat(broker.port()).isEqualTo(port);
        }
    }

    @Test
    void aBrokerWithCertificatesStarts() {
        ThrowAwayCa ca = new ThrowAwayCa(folder, "ca");
        try (Mosquitto broker =
                Mosquitto.configured(folder, new Mosquitto.BrokerConfig().clientCertificates(ca.server(), ca))) {
            assertThat(ca.client("u1").key()).isNotEmptyFile();
            assertThat(broker.log()).contains("mosquitto version");
        }
    }
}
