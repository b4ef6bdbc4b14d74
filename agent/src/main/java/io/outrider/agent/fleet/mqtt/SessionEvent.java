package io.outrider.agent.fleet.mqtt;

import java.time.Duration;

/** Event for the thread {@code link}, from Paho's and other threads. */
sealed interface SessionEvent {
    record Connected(boolean sessionPresent, int receiveMaximum, long longestPacket) implements SessionEvent {}

    /** SUBACK, one code for each subscription. */
    record Subscribed(int[] codes) implements SessionEvent {}

    record Arrived(String topic, byte[] payload, int id, int qualityOfService) implements SessionEvent {
        /** Includes the topic, which may take 64 KiB. */
        int size() {
            return payload.length + topic.length();
        }
    }

    /** PUBACK; codes from 0x80 on are refusals. */
    record Acknowledged(PendingPublish pending, int code) implements SessionEvent {}

    record Disconnected(Throwable cause) implements SessionEvent {}

    record Resumed(Duration suspended) implements SessionEvent {}

    /** Wakes the thread: a message is queued or the link closes. */
    record Woken() implements SessionEvent {}
}
