package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import javax.net.ssl.SSLHandshakeException;
import org.eclipse.paho.mqttv5.client.MqttClientException;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wording of error messages, which must not come from Paho or Java. */
class ErrorMessagesTest {
    private final LinkSettings settings = LinkUnit.plain(1883);
    private final ErrorMessages errors = new ErrorMessages(BrokerAddress.parse(settings.url()), settings);

    private String explain(Throwable trouble) {
        return errors.explain(trouble).getMessage();
    }

    @ParameterizedTest
    @CsvSource({
        "32108, the broker sent a packet that MQTT does not allow",
        "32301, the broker sent a packet that MQTT does not allow",
        "50001, the broker sent a packet that MQTT does not allow",
        "50005, the broker sent a packet that MQTT does not allow",
        "51001, the broker sent a packet that is too long",
        "51002, a message was too long for the broker",
        "32202, more messages are under way than the broker takes",
        "32000, the broker does not answer",
        "32109, the connection to mqtt://127.0.0.1:1883 ended",
        "32204, the connection to mqtt://127.0.0.1:1883 ended",
        "32105, the link failed: protocol error",
        "77777, the link failed: protocol error"
    })
    void pahoCodesAreSentences(int code, String sentence) {
        assertThat(explain(new MqttException(code))).isEqualTo(sentence);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x9D})
    void brokerCodesHaveTheNamesOfTheStandard(int code) {
        String end = String.format(" (0x%02x)", code);
        assertThat(explain(new MqttException(code)))
                .startsWith("the broker refuses the connection: ")
                .contains(end)
                .doesNotContain("unknown reason");
        assertThat(explain(new MqttException(32_109, new DisconnectException(code, null))))
                .startsWith("the broker ended the connection: ")
                .contains(end);
    }

    @Test
    void aKnownCauseTakesPrecedenceOverPahosCode() {
        assertThat(explain(
                        new MqttException(MqttClientException.REASON_CODE_CONNECTION_LOST, new SocketException("x"))))
                .isEqualTo("mqtt://127.0.0.1:1883 closed the connection");
        assertThat(explain(new MqttException(
                        MqttClientException.REASON_CODE_CONNECTION_LOST, new PacketException("the sentence"))))
                .isEqualTo("the sentence");
    }

    @Test
    void messagesOfJavaAreNotRepeated() {
        assertThat(explain(new IllegalArgumentException("Invalid UTF-8 char: [000a]")))
                .isEqualTo("the broker sent a packet that MQTT does not allow");
        assertThat(explain(new NullPointerException("Cannot invoke \"Object.toString()\"")))
                .isEqualTo("the broker sent a packet that MQTT does not allow");
        assertThat(explain(new IOException("Connection is lost.")))
                .isEqualTo("the connection to mqtt://127.0.0.1:1883 ended");
        assertThat(explain(new SSLHandshakeException("Unsupported or unrecognized SSL message")))
                .isEqualTo("no TLS with mqtt://127.0.0.1:1883: check whether it is a broker's TLS port");
        assertThat(explain(new SSLHandshakeException("Received fatal alert: protocol_version")))
                .endsWith("ask whoever runs mqtt://127.0.0.1:1883 (alert protocol_version)");
        assertThat(explain(new StackOverflowError())).isEqualTo("the link failed: protocol error");
    }
}
