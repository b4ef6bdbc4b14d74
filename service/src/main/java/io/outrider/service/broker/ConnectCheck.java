package io.outrider.service.broker;

import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttVersion;
import org.apache.activemq.artemis.core.protocol.mqtt.MQTTInterceptor;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;

/**
 * Interceptor of CONNECT. It refuses another client id than the unit's, which would take over a session, and corrects what the broker
 * gets wrong: it keeps the will of a client without a will delay until the session ends, and loses sessions of 25 days and more.
 */
final class ConnectCheck implements MQTTInterceptor {
    /** Session Expiry Interval and Will Delay Interval, both seconds (MQTT 5.0, 3.1.2.11.2 and 3.1.3.2.2). */
    private static final int SESSION_EXPIRY = 17;

    private static final int WILL_DELAY = 24;

    private final String serviceUser;
    private final int longestSessionSeconds;

    ConnectCheck(String serviceUser, int longestSessionSeconds) {
        this.serviceUser = serviceUser;
        this.longestSessionSeconds = longestSessionSeconds;
    }

    @Override
    public boolean intercept(MqttMessage packet, RemotingConnection connection) {
        if (!(packet instanceof MqttConnectMessage connect)) {
            return true;
        }
        if (connect.variableHeader().version() == MqttVersion.MQTT_5.protocolLevel()) {
            correct(connect);
        }
        String user = connect.payload().userName();
        boolean own = user == null
                || user.equals(serviceUser)
                || user.equals(connect.payload().clientIdentifier());
        if (!own) {
            connection.destroy(); // the broker would leave it open without an answer
        }
        return own;
    }

    private void correct(MqttConnectMessage connect) {
        MqttProperties properties = connect.variableHeader().properties();
        if (properties.getProperty(SESSION_EXPIRY) instanceof IntegerProperty expiry
                && Integer.compareUnsigned(expiry.value(), longestSessionSeconds) > 0) {
            properties.add(new IntegerProperty(SESSION_EXPIRY, longestSessionSeconds));
        }
        if (connect.variableHeader().isWillFlag()) {
            MqttProperties will = connect.payload().willProperties();
            if (!(will.getProperty(WILL_DELAY) instanceof IntegerProperty delay) || delay.value() == 0) {
                will.add(new IntegerProperty(WILL_DELAY, 1));
            }
        }
    }
}
