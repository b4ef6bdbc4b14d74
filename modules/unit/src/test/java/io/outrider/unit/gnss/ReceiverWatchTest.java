package io.outrider.unit.gnss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests against a scripted gpsd server with a manual clock. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SAME_THREAD)
class ReceiverWatchTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final String TPV =
            "{\"class\":\"TPV\",\"mode\":3,\"time\":\"2020-09-03T06:02:24Z\",\"lat\":57.5,\"lon\":9.5}\n";

    private final Clock clock = Clock.fixed(Instant.parse("2023-08-28T12:22:31.253543Z"), ZoneOffset.UTC);
    private final AtomicLong now = new AtomicLong();
    private final Ticker ticker = new Ticker() {
        @Override
        public long nanos() {
            return now.get();
        }

        @Override
        public void sleep(long nanos) {
            throw new AssertionError("nobody sleeps here");
        }
    };
    private final ServerSocket server;
    private ReceiverWatch watch;
    private Socket peer;

    ReceiverWatchTest() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private void begin() throws IOException {
        watch = ReceiverWatch.begin(new GpsdReceiver("127.0.0.1", server.getLocalPort()), ticker, clock);
        peer = server.accept();
    }

    private void say(String text) throws IOException {
        OutputStream out = peer.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @AfterEach
    void close() throws Exception {
        if (watch != null) {
            watch.close();
            assertThat(watch.isOver()).isTrue();
        }
        if (peer != null) {
            peer.close();
        }
        server.close();
    }

    @Test
    void gpsdIsAskedForItsReports() throws Exception {
        begin();
        peer.setSoTimeout(30_000);
        byte[] lastCall = new byte[36];
        assertThat(peer.getInputStream().readNBytes(lastCall, 0, lastCall.length))
                .isEqualTo(lastCall.length);
        assertThat(new String(lastCall, StandardCharsets.US_ASCII))
                .isEqualTo("?WATCH={\"enable\":true,\"json\":true};\n");
    }

    @Test
    void aPositionIsReturnedUntilItsMaximumAge() throws Exception {
        begin();
        say(TPV);
        ReceiverWatch.TimedFix seen = watch.latest(5 * SECOND, 60 * SECOND);
        assertThat(seen.fix().lat()).isEqualTo(57.5);
        assertThat(seen.stamp()).isEqualTo(clock.instant());
        now.addAndGet(5 * SECOND);
        assertThat(watch.latest(5 * SECOND, 0)).isSameAs(seen);
        now.addAndGet(1);
        assertThatThrownBy(() -> watch.latest(5 * SECOND, 0))
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo("NO_FIX"))
                .hasMessageContaining("5 s old");
    }

    @Test
    void readingEndsAfterAWhileWithoutCalls() throws Exception {
        begin();
        say(TPV);
        watch.latest(SECOND, 60 * SECOND);
        now.addAndGet(ReceiverWatch.IDLE_NANOS);
        say(TPV);
        Await.until("the next is read", () -> watch.seen().nanos() == now.get());
        assertThat(watch.isOver()).isFalse();
        now.addAndGet(1);
        say(TPV);
        Await.until("it is over", watch::isOver);
        assertThat(peer.getInputStream().readAllBytes())
                .as("the connection was closed")
                .isNotEmpty();
    }

    @Test
    void aCallWaitingForTheFirstPositionEndsWithTheThread() throws Exception {
        begin();
        Thread ending = new Thread(() -> {
            try {
                peer.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        ending.start();
        assertThatThrownBy(() -> watch.latest(SECOND, 60 * SECOND))
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo("NO_HARDWARE"));
        ending.join();
    }

    @Test
    void randomServerOutputGivesNoPositionAndNoException() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        begin();
        byte[] noise = new byte[100_000];
        random.nextBytes(noise);
        peer.getOutputStream().write(noise);
        say("\n{\"class\":\"TPV\"}\n" + "x".repeat(100_000) + "\n");
        say(TPV);
        assertThat(watch.latest(SECOND, 60 * SECOND).fix().lon())
                .as("seed " + seed)
                .isEqualTo(9.5);
    }

    @Test
    @Announces("reader thread failed with an unexpected exception")
    void anUnexpectedExceptionEndsTheThreadAndIsLogged() throws Exception {
        watch = ReceiverWatch.begin(new Faulty(), ticker, clock);
        assertThatThrownBy(() -> watch.latest(SECOND, 60 * SECOND))
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.actor()).isEqualTo(Failure.Actor.AGENT));
    }

    private record Faulty() implements PositionReceiver {
        @Override
        public String name() {
            return "faulty";
        }

        @Override
        public PositionDecoder decoder() {
            throw new IllegalStateException("a fault");
        }

        @Override
        public InputStream open() {
            throw new IllegalStateException("a fault");
        }
    }
}
