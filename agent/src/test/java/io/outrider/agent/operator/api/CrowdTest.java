package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Load by a local program that opens connections as fast as it can, while others are served. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SAME_THREAD)
class CrowdTest {
    private static final int HELD = 1000;
    private static final String HALF_A_BODY =
            "POST /records HTTP/1.1\r\nHost: localhost\r\n%sContent-Length: 900000\r\n\r\n[";

    @TempDir
    private Path directory;

    private LocalUnit unit;
    private final List<SocketChannel> held = new ArrayList<>();

    @BeforeEach
    void open() throws Exception {
        unit = new LocalUnit(directory);
    }

    @AfterEach
    void close() throws Exception {
        unit.close();
        for (SocketChannel each : held) {
            each.close();
        }
    }

    private SocketChannel connect(String text) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", unit.port()));
        try {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            // evicted already
        }
        return channel;
    }

    private String authorization() throws Exception {
        return "Authorization: Bearer " + unit.token();
    }

    private void othersAreServed() throws Exception {
        String socket = LocalSettings.socketIn(directory, unit.port()).toString();
        String execute = unit.url() + "/dongle/-/execute/";
        for (int i = 0; i < 3; i++) {
            assertThat(Curl.run("-H", authorization(), unit.url() + "/status").status())
                    .isEqualTo(200);
            assertThat(Curl.run("-H", authorization(), "-d", "{\"command\":\"toy.rpm\"}", execute)
                            .status())
                    .isEqualTo(200);
            assertThat(Curl.run(
                                    "-H",
                                    authorization(),
                                    "-d",
                                    "{\"@t\":\"my.temp\",\"value\":1}",
                                    unit.url() + "/records")
                            .status())
                    .isEqualTo(200);
            assertThat(Curl.run("--unix-socket", socket, "-H", authorization(), unit.url() + "/status")
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET /status HTTP/1.1\r\nHost: local", "POST /records HTTP/1.1\r\nHost: localhost\r\n"})
    void aThousandSilentConnectionsDoNotBlockOthers(String text) throws Exception {
        for (int i = 0; i < HELD; i++) {
            held.add(connect(text));
        }
        othersAreServed();
        assertThat(held).allMatch(SocketChannel::isOpen);
        assertThat(unit.api().health().metrics().toString()).contains("local_connections_shed_total");
    }

    @Test
    void partialBodiesWithTheTokenDoNotBlockOthers() throws Exception {
        String text = HALF_A_BODY.formatted(authorization() + "\r\n");
        for (int i = 0; i < 200; i++) {
            held.add(connect(text));
        }
        othersAreServed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"})
    void rapidConnectionsDoNotBlockOthers(String text) throws Exception {
        AtomicLong opened = new AtomicLong();
        Thread attacker = new Thread(() -> attack(text, opened), "attacker");
        attacker.start();
        try {
            Await.until("it has all its connections", () -> opened.get() > HELD);
            othersAreServed();
        } finally {
            attacker.interrupt();
            attacker.join();
        }
    }

    private void attack(String text, AtomicLong opened) {
        Deque<SocketChannel> mine = new ArrayDeque<>();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                mine.add(connect(text));
                opened.incrementAndGet();
                if (mine.size() > HELD) {
                    mine.remove().close();
                }
            }
        } catch (IOException e) {
            // interrupted while connecting
        } finally {
            held.addAll(mine);
        }
    }

    @Test
    void anEvictedConnectionGetsAnError() throws Exception {
        SocketChannel first = connect("GET /status HTTP/1.1\r\n");
        held.add(first);
        for (int i = 0; i < HELD; i++) {
            held.add(connect(""));
        }
        ByteBuffer answer = ByteBuffer.allocate(12);
        while (answer.hasRemaining() && first.read(answer) >= 0) {
            // until it is complete
        }
        assertThat(new String(answer.array(), StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 503");
    }
}
