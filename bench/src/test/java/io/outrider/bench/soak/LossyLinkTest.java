package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes through the kernel's own TCP, over packets that are really lost. */
@Tag("long")
class LossyLinkTest {
    private static final int BYTES = 100;

    @TempDir
    private Path folder;

    /** Nanoseconds in which so many bytes came back one by one. */
    private static long echo(LossyLink link, ServerSocket server, int bytes) throws IOException {
        String[] address = link.address().split(":");
        long begun = System.nanoTime();
        try (Socket client = new Socket(address[0], Integer.parseInt(address[1]));
                Socket other = server.accept()) {
            client.setTcpNoDelay(true);
            other.setTcpNoDelay(true);
            for (int i = 0; i < bytes; i++) {
                client.getOutputStream().write(i);
                other.getOutputStream().write(other.getInputStream().read());
                assertThat(client.getInputStream().read()).isEqualTo(i);
            }
        }
        return System.nanoTime() - begun;
    }

    @Test
    void packetsAreLateAndLostAndTcpMakesUpForIt() throws Exception {
        assumeTrue(new PacketLoss().missing() == null, "needs " + new PacketLoss().missing());
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                LossyLink link = new LossyLink(folder, server.getLocalPort(), 0, Duration.ofMillis(20))) {
            assertThat(echo(link, server, 10))
                    .isGreaterThan(Duration.ofMillis(10 * 40).toNanos());
            assertThat(link.lose(0.2)).isZero();
            echo(link, server, BYTES);
            assertThat(link.lose(0)).isGreaterThan(BYTES / 10);
        }
    }
}
