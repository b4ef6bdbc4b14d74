package io.outrider.agent.fleet.mqtt;

import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Counters of the link since the start. Thread-safe. */
final class LinkCounters {
    final AtomicLong connects = new AtomicLong();
    final AtomicLong failures = new AtomicLong();
    final AtomicLong published = new AtomicLong();
    final AtomicLong received = new AtomicLong();
    final AtomicLong inFlight = new AtomicLong();

    private final AtomicLong bytesSent = new AtomicLong(); // of MQTT, without TLS and TCP
    private final AtomicLong bytesReceived = new AtomicLong();
    private final Ticker ticker;
    private volatile long lastReceived;

    LinkCounters(Ticker ticker) {
        this.ticker = ticker;
        lastReceived = ticker.nanos();
    }

    void sent(int bytes) {
        bytesSent.addAndGet(bytes);
    }

    void received(int bytes) {
        bytesReceived.addAndGet(bytes);
        lastReceived = ticker.nanos();
    }

    /** Ticker nanoseconds. */
    long lastReceived() {
        return lastReceived;
    }

    List<Metric> metrics(boolean connected) {
        return List.of(
                Metric.gauge("link_connected", "1 while the broker accepts the unit", connected ? 1 : 0),
                Metric.counter("link_connects_total", "connections that the broker accepted", connects.get()),
                Metric.counter(
                        "link_failures_total", "attempts that failed and connections that broke", failures.get()),
                Metric.counter("link_bytes_sent_total", "bytes of MQTT sent, without TLS and TCP", bytesSent.get()),
                Metric.counter(
                        "link_bytes_received_total",
                        "bytes of MQTT received, without TLS and TCP",
                        bytesReceived.get()),
                Metric.counter("link_messages_published_total", "messages the broker acknowledged", published.get()),
                Metric.counter("link_messages_received_total", "messages that arrived, in all", received.get()),
                Metric.gauge("link_window_in_flight", "messages sent and not yet acknowledged", inFlight.get()));
    }
}
