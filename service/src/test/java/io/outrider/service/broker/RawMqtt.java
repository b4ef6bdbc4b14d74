package io.outrider.service.broker;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** MQTT connection that sends what it is told, also what no client would. */
final class RawMqtt implements AutoCloseable {
    private static final int RECEIVE_MAXIMUM = 33; // MQTT 5.0, 3.1.2.11.3
    private static final int TOPIC_ALIAS = 35;

    private final Socket socket = new Socket();
    private final EmbeddedChannel codec = new EmbeddedChannel(MqttEncoder.INSTANCE, new MqttDecoder());

    RawMqtt(int port) throws IOException {
        socket.connect(new InetSocketAddress("127.0.0.1", port));
    }

    static MqttMessage connectPacket(String unit, String password) {
        return connectPacket(unit, password, 10);
    }

    /** @param receiveMaximum messages that it takes at a time */
    static MqttMessage connectPacket(String unit, String password, int receiveMaximum) {
        MqttProperties properties = new MqttProperties();
        properties.add(new MqttProperties.IntegerProperty(RECEIVE_MAXIMUM, receiveMaximum));
        return MqttMessageBuilders.connect()
                .protocolVersion(MqttVersion.MQTT_5)
                .clientId(unit)
                .hasUser(true)
                .username(unit)
                .hasPassword(true)
                .password(password.getBytes(StandardCharsets.UTF_8))
                .keepAlive(60)
                .properties(properties)
                .build();
    }

    /** @param alias 0 for none */
    static MqttMessage publishPacket(int id, String topic, int alias, MqttQoS qos, boolean retained, String payload) {
        MqttProperties properties = new MqttProperties();
        if (alias != 0) {
            properties.add(new MqttProperties.IntegerProperty(TOPIC_ALIAS, alias));
        }
        return MqttMessageBuilders.publish()
                .messageId(id)
                .topicName(topic)
                .qos(qos)
                .retained(retained)
                .properties(properties)
                .payload(Unpooled.copiedBuffer(payload, StandardCharsets.UTF_8))
                .build();
    }

    RawMqtt connected(String unit, String password) throws IOException {
        send(bytes(connectPacket(unit, password)));
        answer(Duration.ofSeconds(30));
        return this;
    }

    byte[] bytes(MqttMessage packet) {
        codec.writeOutbound(packet);
        ByteBuf encoded = codec.readOutbound();
        byte[] bytes = ByteBufUtil.getBytes(encoded);
        encoded.release();
        return bytes;
    }

    /** @return false if the broker has closed the connection */
    boolean send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Next packet; null if the broker has closed the connection. */
    MqttMessage answer(Duration limit) throws IOException {
        socket.setSoTimeout((int) limit.toMillis());
        byte[] some = new byte[4096];
        try {
            while (codec.inboundMessages().isEmpty()) {
                int count = socket.getInputStream().read(some);
                if (count < 0) {
                    return null;
                }
                codec.writeInbound(Unpooled.copiedBuffer(some, 0, count));
            }
            return codec.readInbound();
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("the broker neither answers nor ends the connection", e);
        } catch (IOException e) { // reset
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        codec.close();
    }
}
