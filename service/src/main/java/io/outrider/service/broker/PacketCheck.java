package io.outrider.service.broker;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.artemis.core.protocol.mqtt.MQTTConnection;
import org.apache.activemq.artemis.core.protocol.mqtt.MQTTInterceptor;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnection;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.ServerConsumer;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.impl.AckReason;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerPlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;

/**
 * Interceptor of CONNECT and SUBSCRIBE, and listener of acknowledgements. It refuses another client id than the unit's, which would
 * take over a session, and subscriptions that name queues; and it corrects what the broker gets wrong: it keeps the will of a client
 * without a will delay until the session ends, loses sessions of 25 days and more, gathers packets of any length, forgets the
 * other topics of a client that takes one message at a time, and sends messages before CONNACK.
 */
record PacketCheck(EmbeddedActiveMQ broker, String serviceUser, int longestSessionSeconds)
        implements MQTTInterceptor, ActiveMQServerPlugin {
    /** Bytes of a packet. */
    static final int MOST_BYTES = 2 << 20;

    /** Bytes of a packet of a connection that nobody has been let in by. */
    private static final int MOST_OF_STRANGER = 1 << 16;

    /** Session Expiry Interval and Will Delay Interval, both seconds (MQTT 5.0, 3.1.2.11.2 and 3.1.3.2.2). */
    private static final int SESSION_EXPIRY = 17;

    private static final int WILL_DELAY = 24;

    @Override
    public void afterCreateConnection(RemotingConnection connection) {
        if (connection instanceof MQTTConnection
                && connection.getTransportConnection() instanceof NettyConnection transport) {
            ChannelPipeline pipeline = transport.getChannel().pipeline();
            String decoder = pipeline.context(MqttDecoder.class).name();
            AtomicLong gathered = new AtomicLong();
            pipeline.addBefore(decoder, "gathered", new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object bytes) {
                    int count = ((ByteBuf) bytes).readableBytes();
                    context.fireChannelRead(bytes);
                    int most = connection.getSubject() == null ? MOST_OF_STRANGER : MOST_BYTES;
                    if (gathered.addAndGet(count) > most + count) {
                        context.close();
                    }
                }
            });
            pipeline.addAfter(decoder, "inflow", new InflowLimit(gathered));
            pipeline.addAfter(decoder, "connack", new ConnackFirst());
        }
    }

    /**
     * Delivery to a client from all its queues after an acknowledgement. The broker itself looks at the message's own queue, so that
     * what came to another one while the client's Receive Maximum was reached (MQTT 5.0, 3.1.2.11.3) would wait without end.
     */
    @Override
    public void messageAcknowledged(
            Transaction transaction, MessageReference message, AckReason reason, ServerConsumer consumer) {
        var session = consumer == null ? null : broker.getActiveMQServer().getSessionByID(consumer.getSessionID());
        if (session != null && session.getConsumerCount() > 1) {
            session.getServerConsumers().forEach(ServerConsumer::promptDelivery);
        }
    }

    @Override
    public boolean intercept(MqttMessage packet, RemotingConnection connection) {
        if (packet instanceof MqttSubscribeMessage subscribe) {
            return isAllowed(subscribe) || isKept(connection, BrokerAccess.isService(connection.getSubject()));
        }
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
        return isKept(connection, own);
    }

    /** Cuts a client off, which the broker would leave without an answer, unless it is allowed; returns whether it is. */
    private static boolean isKept(RemotingConnection connection, boolean allowed) {
        if (!allowed) {
            connection.destroy();
        }
        return allowed;
    }

    /**
     * False for filters that name a queue, such as shared subscriptions: the broker deletes the queue of one that it refuses, with what
     * waits in it.
     */
    private static boolean isAllowed(MqttSubscribeMessage subscribe) {
        return subscribe.payload().topicSubscriptions().stream()
                .map(MqttTopicSubscription::topicFilter)
                .noneMatch(each -> each.startsWith("$") || each.contains("::"));
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
