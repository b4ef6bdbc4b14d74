package io.outrider.service.broker;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limit of what waits for the broker's worker of a connection, whose queue has no end, and of subscriptions; nothing passes before
 * CONNECT. While too much waits nothing is read from the connection, also no PINGREQ: a client that sends for one and a half
 * keep-alives what the disk does not take is cut off.
 */
final class InflowLimit extends ChannelInboundHandlerAdapter {
    /** Bytes of messages that wait; what comes beyond is left in the network. */
    static final int MOST_BYTES = 1 << 20;

    /** Bytes of a SUBSCRIBE or UNSUBSCRIBE; a unit subscribes to two topics. */
    static final int MOST_SUBSCRIPTION_BYTES = 4 << 10;

    /** Packets SUBSCRIBE and UNSUBSCRIBE of a connection. */
    static final int MOST_SUBSCRIPTIONS = 100;

    /** Bytes that the objects of a message take, about. */
    private static final int OVERHEAD = 512;

    private final AtomicLong gathered;
    private final AtomicLong waiting = new AtomicLong();
    private boolean connected;
    private int subscriptions;

    /** @param gathered bytes of a packet whose end has not come */
    InflowLimit(AtomicLong gathered) {
        this.gathered = gathered;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object packet) {
        gathered.set(0);
        connected |= packet instanceof MqttConnectMessage; // the first packet (MQTT 5.0, 3.1)
        if (!connected || isTooMuch((MqttMessage) packet)) {
            ReferenceCountUtil.release(packet);
            context.close();
        } else {
            context.fireChannelRead(
                    packet instanceof MqttPublishMessage message ? counted(message, context.channel()) : packet);
        }
    }

    private boolean isTooMuch(MqttMessage packet) {
        return (packet instanceof MqttSubscribeMessage || packet instanceof MqttUnsubscribeMessage)
                && (++subscriptions > MOST_SUBSCRIPTIONS
                        || packet.fixedHeader().remainingLength() > MOST_SUBSCRIPTION_BYTES);
    }

    private MqttPublishMessage counted(MqttPublishMessage message, Channel channel) {
        int bytes = OVERHEAD + message.fixedHeader().remainingLength();
        if (waiting.addAndGet(bytes) > MOST_BYTES) {
            channel.config().setAutoRead(false);
        }
        return new MqttPublishMessage(message.fixedHeader(), message.variableHeader(), message.content()) {
            /** End of the worker's handling, which comes after its own stop of reading: the last one always begins it again. */
            @Override
            public boolean release() {
                if (waiting.addAndGet(-bytes) <= MOST_BYTES) {
                    channel.config().setAutoRead(true);
                }
                return super.release();
            }
        };
    }
}
