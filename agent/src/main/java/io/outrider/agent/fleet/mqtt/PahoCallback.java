package io.outrider.agent.fleet.mqtt;

import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/**
 * Callback of Paho that only queues events: Paho deadlocks on callbacks that do more. A full queue blocks Paho's
 * callback thread, and with it the reader, until the link has handled messages.
 */
record PahoCallback(SessionEventQueue inbox) implements MqttCallback {
    static MqttActionListener connected(Consumer<SessionEvent> inbox) {
        return then(inbox, token -> {
            MqttProperties properties = token.getResponseProperties();
            Integer receiveMaximum = properties == null ? null : properties.getReceiveMaximum();
            Long longest = properties == null ? null : properties.getMaximumPacketSize();
            return new SessionEvent.Connected(
                    token.getSessionPresent(),
                    receiveMaximum == null ? 65_535 : receiveMaximum,
                    longest == null ? Long.MAX_VALUE : longest);
        });
    }

    /** @param topics number of subscriptions, each of which needs a code in the SUBACK */
    static MqttActionListener subscribed(SessionEventQueue inbox, int topics) {
        return then(inbox::add, token -> {
            int[] codes = codes(token);
            return codes.length == topics
                    ? new SessionEvent.Subscribed(codes)
                    : new SessionEvent.Disconnected(PacketException.of(
                            "a SUBACK with " + codes.length + " reason codes for " + topics + " subscriptions"));
        });
    }

    static MqttActionListener published(SessionEventQueue inbox, PendingPublish pending) {
        return then(inbox::add, token -> {
            int[] codes = codes(token);
            return new SessionEvent.Acknowledged(pending, codes.length == 0 ? 0 : codes[0]);
        });
    }

    private static int[] codes(IMqttToken token) {
        int[] codes = token.getReasonCodes();
        MqttProperties properties = token.getResponseProperties();
        return ResponsePackets.codes(
                codes == null ? new int[0] : codes, properties == null ? null : properties.getReasonString());
    }

    private static MqttActionListener then(Consumer<SessionEvent> inbox, Function<IMqttToken, SessionEvent> event) {
        return new MqttActionListener() {
            @Override
            public void onSuccess(IMqttToken token) {
                inbox.accept(event.apply(token));
            }

            @Override
            public void onFailure(IMqttToken token, Throwable exception) {
                inbox.accept(new SessionEvent.Disconnected(exception));
            }
        };
    }

    @Override
    public void disconnected(MqttDisconnectResponse response) {
        inbox.add(new SessionEvent.Disconnected(response.getException()));
    }

    @Override
    public void messageArrived(String topic, MqttMessage message) {
        inbox.put(new SessionEvent.Arrived(topic, message.getPayload(), message.getId(), message.getQos()));
    }

    @Override
    public void mqttErrorOccurred(MqttException exception) {
        // if it matters, the end of the connection follows
    }

    @Override
    public void deliveryComplete(IMqttToken token) {
        // each message has its own listener
    }

    @Override
    public void connectComplete(boolean reconnect, String serverUri) {
        // the connect has its own listener
    }

    @Override
    public void authPacketArrived(int reasonCode, MqttProperties properties) {
        // no enhanced authentication
    }
}
