package io.outrider.agent.fleet.mqtt;

import java.time.Duration;

/** What Paho's threads and other threads tell the thread {@code link}. */
sealed interface Event {
    /** The broker accepted the connection. */
    record Accepted(boolean sessionPresent, int receiveMaximum, long longestPacket) implements Event {}

    /** The broker answered the subscriptions, one code each. */
    record Subscribed(int[] codes) implements Event {}

    record Arrived(String topic, byte[] payload, int id, int qualityOfService) implements Event {
        /** A broker may send topics of 64 KiB. */
        int size() {
            return payload.length + topic.length();
        }
    }

    /** A PUBACK; 0x80 and more are refusals. */
    record Acknowledged(Delivery delivery, int code) implements Event {}

    /** Over, or never begun. */
    record Ended(Throwable cause) implements Event {}

    /** The machine was suspended so long. */
    record Resumed(Duration suspended) implements Event {}

    /** Look around: something is to be sent, or it is time to close. */
    record Woken() implements Event {}
}
