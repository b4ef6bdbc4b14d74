package io.outrider.agent.fleet.mqtt;

import io.outrider.api.Ticker;
import java.util.concurrent.atomic.AtomicLong;

/** Counter of MQTT bytes over all connections, without TLS and TCP. Thread-safe. */
final class TrafficCounter {
    private final Ticker ticker;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private volatile long lastReceived;

    TrafficCounter(Ticker ticker) {
        this.ticker = ticker;
        this.lastReceived = ticker.nanos();
    }

    void sent(int bytes) {
        sent.addAndGet(bytes);
    }

    void received(int bytes) {
        received.addAndGet(bytes);
        lastReceived = ticker.nanos();
    }

    long bytesSent() {
        return sent.get();
    }

    long bytesReceived() {
        return received.get();
    }

    /** Ticker nanoseconds. */
    long lastReceived() {
        return lastReceived;
    }
}
