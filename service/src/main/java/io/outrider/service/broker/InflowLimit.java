package io.outrider.service.broker;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Handler behind the decoder of a connection, which is not read while too many bytes of its messages wait for the broker's worker: the
 * worker's queue has no end.
 */
final class InflowLimit extends ChannelInboundHandlerAdapter {
    /** Bytes that wait; what comes beyond is left in the network. */
    static final int MOST_BYTES = 1 << 20;

    /** Bytes that the objects of a message take, about. */
    private static final int OVERHEAD = 512;

    private final AtomicLong waiting = new AtomicLong();

    @Override
    public void channelRead(ChannelHandlerContext context, Object packet) {
        context.fireChannelRead(
                packet instanceof MqttPublishMessage message ? counted(message, context.channel()) : packet);
    }

    private MqttPublishMessage counted(MqttPublishMessage message, Channel channel) {
        int bytes = OVERHEAD + message.fixedHeader().remainingLength();
        if (waiting.addAndGet(bytes) > MOST_BYTES) {
            channel.config().setAutoRead(false);
        }
        return new MqttPublishMessage(message.fixedHeader(), message.variableHeader(), message.content()) {
            /** Called by the worker when it has handled the message. */
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
