package io.outrider.service.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InflowLimitTest {
    private static final int BYTES = 200_000;

    private final AtomicLong gathered = new AtomicLong();
    private final EmbeddedChannel channel = new EmbeddedChannel(new InflowLimit(gathered));

    @BeforeEach
    void connect() {
        channel.writeInbound(
                MqttMessageBuilders.connect().clientId("van-12").keepAlive(60).build());
        channel.readInbound();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void aConnectionIsReadWhileFewOfItsBytesWait() {
        for (int i = 0; i < InflowLimit.MOST_BYTES / BYTES; i++) {
            channel.writeInbound(message());
        }
        assertTrue(channel.config().isAutoRead());
    }

    @Test
    void aConnectionOfWhichTooMuchWaitsIsReadOnWhenItsMessagesHaveBeenHandled() {
        for (int i = 0; i <= InflowLimit.MOST_BYTES / BYTES; i++) {
            channel.writeInbound(message());
        }
        assertFalse(channel.config().isAutoRead());
        MqttPublishMessage first = channel.readInbound();
        assertEquals(BYTES, first.payload().readableBytes());
        assertEquals("outrider/v1/van-12/telemetry", first.variableHeader().topicName());
        assertTrue(ReferenceCountUtil.release(first), "the memory of a handled message is free");
        assertTrue(channel.config().isAutoRead());
    }

    @Test
    void aMessageLargerThanTheLimitPasses() {
        channel.writeInbound(message(2 * InflowLimit.MOST_BYTES));
        assertFalse(channel.config().isAutoRead());
        ReferenceCountUtil.release(channel.readInbound());
        assertTrue(channel.config().isAutoRead());
    }

    @Test
    void aConnectionThatSubscribesWithoutEndEnds() {
        for (int i = 0; i < InflowLimit.MOST_SUBSCRIPTIONS; i++) {
            channel.writeInbound(subscription(100));
            assertEquals(
                    MqttMessageType.SUBSCRIBE,
                    channel.<MqttMessage>readInbound().fixedHeader().messageType());
        }
        assertTrue(channel.isOpen());
        channel.writeInbound(subscription(100));
        assertFalse(channel.isOpen());
    }

    @Test
    void aSubscriptionOfManyTopicsEndsTheConnection() {
        channel.writeInbound(subscription(InflowLimit.MOST_SUBSCRIPTION_BYTES + 1));
        assertFalse(channel.isOpen());
    }

    private static MqttMessage subscription(int bytes) {
        MqttSubscribeMessage built = MqttMessageBuilders.subscribe()
                .messageId(1)
                .addSubscription(MqttQoS.AT_LEAST_ONCE, "outrider/v1/van-12/command")
                .build();
        return new MqttSubscribeMessage(
                new MqttFixedHeader(MqttMessageType.SUBSCRIBE, false, MqttQoS.AT_LEAST_ONCE, false, bytes),
                built.variableHeader(),
                built.payload());
    }

    @Test
    void aConnectionThatBeginsWithoutConnectEnds() {
        EmbeddedChannel other = new EmbeddedChannel(new InflowLimit(gathered));
        other.writeInbound(message());
        assertFalse(other.isOpen());
        assertNull(other.readInbound());
    }

    @Test
    void otherPacketsPassAsTheyAre() {
        gathered.set(100_000);
        channel.writeInbound(MqttMessage.PINGREQ);
        assertEquals(0, gathered.get(), "a packet is complete");
        assertEquals(MqttMessage.PINGREQ, channel.readInbound());
    }

    private static MqttPublishMessage message() {
        return message(BYTES);
    }

    private static MqttPublishMessage message(int bytes) {
        MqttPublishMessage built = MqttMessageBuilders.publish()
                .topicName("outrider/v1/van-12/telemetry")
                .qos(MqttQoS.AT_LEAST_ONCE)
                .messageId(1)
                .payload(Unpooled.wrappedBuffer(new byte[bytes]))
                .build();
        // the builder leaves the length to the encoder
        return new MqttPublishMessage(
                new MqttFixedHeader(built.fixedHeader().messageType(), false, MqttQoS.AT_LEAST_ONCE, false, bytes),
                built.variableHeader(),
                built.content());
    }
}
