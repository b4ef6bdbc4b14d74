package io.outrider.agent.fleet.mqtt;

import io.outrider.api.Metric;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Counters of the link since the start. Thread-safe. */
final class LinkCounters {
    final AtomicLong connects = new AtomicLong();
    final AtomicLong failures = new AtomicLong();
    final AtomicLong published = new AtomicLong();
    final AtomicLong received = new AtomicLong();
    final AtomicLong inFlight = new AtomicLong();

    List<Metric> metrics(boolean connected, TrafficCounter traffic) {
        return List.of(
                Metric.gauge("link_connected", "1 while the broker accepts the unit", connected ? 1 : 0),
                Metric.counter("link_connects_total", "connections that the broker accepted", connects.get()),
                Metric.counter(
                        "link_failures_total", "attempts that failed and connections that broke", failures.get()),
                Metric.counter("link_bytes_sent_total", "bytes of MQTT sent, without TLS and TCP", traffic.bytesSent()),
                Metric.counter(
                        "link_bytes_received_total",
                        "bytes of MQTT received, without TLS and TCP",
                        traffic.bytesReceived()),
                Metric.counter("link_messages_published_total", "messages the broker acknowledged", published.get()),
                Metric.counter("link_messages_received_total", "messages that arrived, in all", received.get()),
                Metric.gauge("link_window_in_flight", "messages sent and not yet acknowledged", inFlight.get()));
    }
}
