package io.outrider.agent.fleet.mqtt;

import java.util.Map;
import org.eclipse.paho.mqttv5.client.MqttClientException;
import org.eclipse.paho.mqttv5.common.MqttException;

/** Names of MQTT 5 reason codes (2.4), and messages for Paho's own codes. */
final class ReasonCodes {
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(0x00, "normal disconnection"),
            Map.entry(0x10, "no matching subscribers"),
            Map.entry(0x80, "unspecified error"),
            Map.entry(0x81, "malformed packet"),
            Map.entry(0x82, "protocol error"),
            Map.entry(0x83, "implementation specific error"),
            Map.entry(0x84, "unsupported protocol version"),
            Map.entry(0x85, "client identifier not valid"),
            Map.entry(0x86, "bad user name or password"),
            Map.entry(0x87, "not authorized"),
            Map.entry(0x88, "server unavailable"),
            Map.entry(0x89, "server busy"),
            Map.entry(0x8A, "banned"),
            Map.entry(0x8B, "server shutting down"),
            Map.entry(0x8C, "bad authentication method"),
            Map.entry(0x8D, "keep alive timeout"),
            Map.entry(0x8E, "session taken over"),
            Map.entry(0x8F, "topic filter invalid"),
            Map.entry(0x90, "topic name invalid"),
            Map.entry(0x91, "packet identifier in use"),
            Map.entry(0x92, "packet identifier not found"),
            Map.entry(0x93, "receive maximum exceeded"),
            Map.entry(0x94, "topic alias invalid"),
            Map.entry(0x95, "packet too large"),
            Map.entry(0x96, "message rate too high"),
            Map.entry(0x97, "quota exceeded"),
            Map.entry(0x98, "administrative action"),
            Map.entry(0x99, "payload format invalid"),
            Map.entry(0x9A, "retain not supported"),
            Map.entry(0x9B, "QoS not supported"),
            Map.entry(0x9C, "use another server"),
            Map.entry(0x9D, "server moved"),
            Map.entry(0x9E, "shared subscriptions not supported"),
            Map.entry(0x9F, "connection rate exceeded"),
            Map.entry(0xA0, "maximum connect time"),
            Map.entry(0xA1, "subscription identifiers not supported"),
            Map.entry(0xA2, "wildcard subscriptions not supported"));

    private ReasonCodes() {}

    /** Such as "not authorized (0x87)". */
    static String name(int code) {
        return String.format("%s (0x%02x)", NAMES.getOrDefault(code, "an unknown reason"), code);
    }

    /** Message for one of Paho's own codes; null if it depends on the cause. */
    static String ofPaho(int code) {
        return switch (code) {
            case MqttClientException.REASON_CODE_INVALID_MESSAGE,
                    MqttClientException.REASON_CODE_INVALID_TOPIC_ALAS,
                    MqttClientException.REASON_CODE_UNKNOWN_TOPIC_ALIAS,
                    MqttException.REASON_CODE_INVALID_IDENTIFIER,
                    MqttException.REASON_CODE_INVALID_RETURN_CODE,
                    MqttException.REASON_CODE_MALFORMED_PACKET,
                    MqttException.REASON_CODE_INVALID_TOPIC_ALAS,
                    MqttException.REASON_CODE_DUPLICATE_PROPERTY -> PacketException.NOT_ALLOWED;
            case MqttClientException.REASON_CODE_INCOMING_PACKET_TOO_LARGE ->
                "the broker sent a packet that is too long";
            case MqttClientException.REASON_CODE_OUTGOING_PACKET_TOO_LARGE -> "a message was too long for the broker";
            case MqttClientException.REASON_CODE_MAX_INFLIGHT,
                    MqttClientException.REASON_CODE_NO_MESSAGE_IDS_AVAILABLE ->
                "more messages are under way than the" + " broker takes";
            case MqttClientException.REASON_CODE_CLIENT_TIMEOUT, MqttClientException.REASON_CODE_WRITE_TIMEOUT ->
                "the broker does not answer";
            default -> null;
        };
    }

    static boolean isEnd(int code) {
        return switch (code) {
            case MqttClientException.REASON_CODE_CLIENT_ALREADY_DISCONNECTED,
                    MqttClientException.REASON_CODE_CLIENT_DISCONNECTING,
                    MqttClientException.REASON_CODE_SERVER_CONNECT_ERROR,
                    MqttClientException.REASON_CODE_CLIENT_NOT_CONNECTED,
                    MqttClientException.REASON_CODE_CONNECTION_LOST,
                    MqttClientException.REASON_CODE_CLIENT_CLOSED,
                    MqttClientException.REASON_CODE_SERVER_DISCONNECTED -> true;
            default -> false;
        };
    }
}
