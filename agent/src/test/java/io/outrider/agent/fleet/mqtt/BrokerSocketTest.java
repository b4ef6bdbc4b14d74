package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BrokerSocketTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static BrokerSocket socket(int port) {
        return new BrokerSocket(
                BrokerAddress.parse("mqtt://localhost:" + port),
                null,
                TIMEOUT,
                new LinkCounters(Ticker.system()),
                Ticker.system(),
                0);
    }

    /** Fills the backlog until Linux drops connection attempts, as a network that swallows packets does. */
    private static List<Socket> fill(InetSocketAddress address) throws IOException {
        List<Socket> all = new ArrayList<>();
        while (all.size() < 10) {
            Socket next = new Socket();
            all.add(next);
            try {
                next.connect(address, 300);
            } catch (SocketTimeoutException e) {
                return all;
            }
        }
        throw new IOException("the queue does not fill");
    }

    @Test
    void anUnresponsiveAddressDoesNotHideTheNext() throws Exception {
        InetAddress silent = InetAddress.getByName("127.0.0.2");
        InetAddress good = InetAddress.getByName("127.0.0.1");
        try (ServerSocket broker = new ServerSocket(0, 50, good);
                ServerSocket full = new ServerSocket(broker.getLocalPort(), 1, silent)) {
            List<Socket> waiting = fill(new InetSocketAddress(silent, full.getLocalPort()));
            try {
                long start = System.nanoTime();
                try (Socket connected = socket(broker.getLocalPort()).connect(silent, good)) {
                    assertThat(connected.getInetAddress()).isEqualTo(good);
                }
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT);
                assertThatThrownBy(() -> socket(broker.getLocalPort()).connect(silent, silent))
                        .isInstanceOf(SocketTimeoutException.class);
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT.multipliedBy(2));
            } finally {
                for (Socket each : waiting) {
                    each.close();
                }
            }
        }
    }

    @Test
    void nothingIsReadWhileTooManyAcknowledgementsAreUnwritten() throws Exception {
        try (ServerSocket broker = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            BrokerSocket unit = socket(broker.getLocalPort());
            unit.start();
            try (Socket accepted = broker.accept()) {
                byte[] puback = {0x40, 2, 0, 1};
                unit.getOutputStream().write(puback, 0, puback.length);
                for (int i = 0; i < BrokerSocket.MOST_UNWRITTEN; i++) {
                    unit.acknowledging();
                }
                accepted.getOutputStream().write(7);
                InputStream in = unit.getInputStream();
                AtomicInteger read = new AtomicInteger();
                Thread reader = new Thread(() -> {
                    try {
                        read.set(in.read());
                    } catch (IOException e) {
                        read.set(-1);
                    }
                });
                reader.start();
                Await.until("it waits", () -> reader.getState() == Thread.State.WAITING);
                assertThat(read).hasValue(0);
                unit.getOutputStream().write(puback, 0, puback.length);
                reader.join();
                assertThat(read).hasValue(7);
            } finally {
                unit.abort();
            }
        }
    }
}
