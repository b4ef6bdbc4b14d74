package io.outrider.service.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.outrider.service.fixture.BrokerLinks;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the service lets a broker send before it acknowledges: a unit sends messages of up to 2 MiB to each of five topics. */
class LinkMemoryTest {
    /** Property of CONNECT (MQTT 5.0, 3.1.2.11.3). */
    private static final int RECEIVE_MAXIMUM = 33;

    private record Handler(boolean inOrder) implements UnitMessageHandler {
        @Override
        public CompletionStage<Void> received(String unitId, byte[] payload, boolean retained) {
            return CompletableFuture.completedStage(null);
        }
    }

    private static MqttConnectMessage connect(Socket socket) throws IOException {
        EmbeddedChannel codec = new EmbeddedChannel(new MqttDecoder());
        socket.setSoTimeout((int) TimeoutFactor.scaled(Duration.ofSeconds(20)).toMillis());
        byte[] some = new byte[4096];
        while (codec.inboundMessages().isEmpty()) {
            codec.writeInbound(
                    Unpooled.copiedBuffer(some, 0, socket.getInputStream().read(some)));
        }
        return codec.readInbound();
    }

    @ParameterizedTest
    @CsvSource({"true, 16", "false, 64"})
    void fewMessagesAreUnderWay(boolean inOrder, int most) throws IOException {
        try (ServerSocket broker = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            MqttUnitLink link = new MqttUnitLink(
                    BrokerLinks.login(broker.getLocalPort()), "service", "outrider/v1", "return", new Handler(inOrder));
            try (Socket socket = broker.accept()) {
                MqttProperties properties = connect(socket).variableHeader().properties();
                assertThat(properties.getProperty(RECEIVE_MAXIMUM).value()).isEqualTo(most);
            }
            link.close();
        }
    }
}
