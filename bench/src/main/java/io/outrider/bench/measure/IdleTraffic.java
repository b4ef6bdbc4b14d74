package io.outrider.bench.measure;

import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.ThrowAwayCa;
import java.nio.file.Path;

/**
 * What the link of a unit with nothing to do costs in a day: it pings once a second instead of every 240 s, and what goes
 * through a proxy is counted; then each second stands for 240.
 */
final class IdleTraffic implements AutoCloseable {
    private static final int USUAL_KEEPALIVE_SECONDS = 240;
    private static final double PINGS_A_DAY = 86_400.0 / USUAL_KEEPALIVE_SECONDS;
    private static final double MOST_KILOBYTES = 100;

    /** IPv4 without options 20, TCP with time stamps 32. */
    private static final int SEGMENT = 52;

    /** Two packets of 2 bytes, 22 of TLS 1.3 and a segment's header each, and an acknowledgement of the second. */
    private static final int PING = 2 * (2 + 22 + SEGMENT) + SEGMENT;

    private final Mosquitto broker;
    private final LossProxy proxy;
    private final LinkedDaemon daemon;
    private long bytes;
    private int pieces;
    private long begun;

    IdleTraffic(Path folder) throws Exception {
        ThrowAwayCa authority = new ThrowAwayCa(folder, "idle");
        broker = Mosquitto.configured(folder, new Mosquitto.BrokerConfig().tls(authority.server()));
        proxy = new LossProxy(broker.port());
        daemon = new LinkedDaemon(folder, "idle", broker, """
                url = "mqtts://127.0.0.1:%d"
                ca = "%s"
                keepalive = 1
                """.formatted(proxy.port(), authority.certificate()));
    }

    /** Returns when it is linked and has nothing to say any more. */
    void start() throws InterruptedException {
        daemon.start();
        Thread.sleep(3_000); // the end of the handshake, and what is said on connecting
        bytes = bytes();
        pieces = proxy.pieces();
        begun = System.nanoTime();
    }

    private long bytes() {
        return proxy.bytesUp() + proxy.bytesDown();
    }

    /** What was counted since the start, over many seconds. */
    Figure measure() {
        double seconds = (System.nanoTime() - begun) / 1e9;
        long payload = bytes() - bytes;
        int segments = proxy.pieces() - pieces;
        // the broker's answer acknowledges the ping, and its own acknowledgement goes alone
        double counted = payload + segments * (double) SEGMENT + segments / 2.0 * SEGMENT;
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
