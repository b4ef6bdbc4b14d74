package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.ThrowAwayCa;
import java.nio.file.Path;

/**
 * Measurement of an idle link's traffic per day. The unit sends an MQTT ping every second instead of every 240 s, a proxy
 * counts the bytes, and the result is scaled.
 */
final class IdleLinkTraffic implements AutoCloseable {
    private static final int USUAL_KEEPALIVE_SECONDS = 240;
    private static final double PINGS_A_DAY = 86_400.0 / USUAL_KEEPALIVE_SECONDS;
    private static final double MOST_KILOBYTES = 100;

    /** Header bytes: IPv4 without options 20, TCP with time stamps 32. */
    private static final int SEGMENT_HEADER = 52;

    /** Two MQTT packets of 2 bytes with 22 of TLS 1.3 and a segment header each, and an acknowledgement of the second. */
    private static final int PING = 2 * (2 + 22 + SEGMENT_HEADER) + SEGMENT_HEADER;

    private final Mosquitto broker;
    private final LossProxy proxy;
    private final DaemonProcess daemon;
    private long bytesBefore;
    private int segmentsBefore;
    private long begun;

    IdleLinkTraffic(Path folder) throws Exception {
        ThrowAwayCa authority = new ThrowAwayCa(folder, "idle");
        broker = Mosquitto.configured(folder, new Mosquitto.BrokerConfig().tls(authority.server()));
        proxy = new LossProxy(broker.port());
        daemon = new UnitBuilder(folder.resolve("idle"), "idle")
                .presence(broker)
                .link("""
                url = "mqtts://127.0.0.1:%d"
                ca = "%s"
                keepalive = 1
                """.formatted(proxy.port(), authority.certificate()))
                .build();
    }

    /** Returns when the unit is linked and its first messages are sent. */
    void start() throws InterruptedException {
        daemon.startLinked();
        Thread.sleep(3_000); // end of the handshake, presence and first reports
        bytesBefore = bytes();
        segmentsBefore = proxy.pieces();
        begun = System.nanoTime();
    }

    private long bytes() {
        return proxy.bytesUp() + proxy.bytesDown();
    }

    /** Figure of the traffic since {@link #start}. */
    Figure measure() {
        double seconds = (System.nanoTime() - begun) / 1e9;
        long payload = bytes() - bytesBefore;
        int segments = proxy.pieces() - segmentsBefore;
        // the broker's answer acknowledges the ping; the acknowledgement of the answer is a segment of its own
        double counted = payload + segments * (double) SEGMENT_HEADER + segments / 2.0 * SEGMENT_HEADER;
        double kilobytes = counted / seconds * PINGS_A_DAY / 1_000;
        double yardstick = PINGS_A_DAY * PING / 1_000;
        return new Figure(
                "idle traffic of the link a day, TLS",
                String.format(
                        "%.1f KB, from %d bytes in %d segments in %.0f s of keepalive 1 s, scaled to 240 s",
                        kilobytes, payload, segments, seconds),
                String.format(
                        "%.0f pings of %d bytes (twice 2 of MQTT, 22 of TLS 1.3, 52 of TCP and IPv4; 52 for an"
                                + " acknowledgement) %.1f KB",
                        PINGS_A_DAY, PING, yardstick),
                kilobytes / yardstick,
                "at most 100 KB",
                segments > 0 && proxy.accepted() == 1 && kilobytes <= MOST_KILOBYTES);
    }

    @Override
    public void close() {
        daemon.close();
        proxy.close();
        broker.close();
    }
}
