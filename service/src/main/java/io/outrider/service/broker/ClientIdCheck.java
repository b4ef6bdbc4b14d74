package io.outrider.service.broker;

import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import org.apache.activemq.artemis.core.protocol.mqtt.MQTTInterceptor;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;

/** Interceptor that refuses a CONNECT with another client id than the unit's: it would take over a session. */
final class ClientIdCheck implements MQTTInterceptor {
    private final String serviceUser;

    ClientIdCheck(String serviceUser) {
        this.serviceUser = serviceUser;
    }

    @Override
    public boolean intercept(MqttMessage packet, RemotingConnection connection) {
        if (packet instanceof MqttConnectMessage connect) {
            String user = connect.payload().userName();
            boolean own = user == null
                    || user.equals(serviceUser)
                    || user.equals(connect.payload().clientIdentifier());
            if (!own) {
                connection.destroy(); // the broker would leave it open without an answer
            }
            return own;
        }
        return true;
    }
}
