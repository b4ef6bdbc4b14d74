package io.outrider.agent.fleet.mqtt;

import java.time.Duration;

/** What Paho's threads and other threads tell the thread {@code link}. */
sealed interface SessionEvent {
    /** The broker accepted the connection. */
    record Accepted(boolean sessionPresent, int receiveMaximum, long longestPacket) implements SessionEvent {}

    /** The broker answered the subscriptions, one code each. */
    record Subscribed(int[] codes) implements SessionEvent {}

    record Arrived(String topic, byte[] payload, int id, int qualityOfService) implements SessionEvent {
        /** A broker may send topics of 64 KiB. */
        int size() {
            return payload.length + topic.length();
        }
    }

    /** A PUBACK; 0x80 and more are refusals. */
    record Acknowledged(PendingPublish delivery, int code) implements SessionEvent {}

    /** Over, or never begun. */
    record Ended(Throwable cause) implements SessionEvent {}

    /** The machine was suspended so long. */
    record Resumed(Duration suspended) implements SessionEvent {}

    /** Look around: something is to be sent, or it is time to close. */
    record Woken() implements SessionEvent {}
}
