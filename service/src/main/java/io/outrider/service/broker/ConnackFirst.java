package io.outrider.service.broker;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.PendingWriteQueue;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import java.nio.channels.ClosedChannelException;

/**
 * Order of the first packets to a client, of which CONNACK is the first (MQTT 5.0, 3.2). The broker sends it when what it writes for the
 * connection is on the disk, and what waits in the session as soon as it likes.
 */
final class ConnackFirst extends ChannelOutboundHandlerAdapter {
    private PendingWriteQueue early;

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        early = new PendingWriteQueue(context);
    }

    @Override
    public void write(ChannelHandlerContext context, Object packet, ChannelPromise promise) {
        if (packet instanceof MqttConnAckMessage) {
            context.write(packet, promise);
            early.removeAndWriteAll();
            context.pipeline().remove(this);
        } else {
            early.add(packet, promise);
        }
    }

    /** Also the end of a connection without CONNACK. */
    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        early.removeAndFailAll(new ClosedChannelException());
    }
}
