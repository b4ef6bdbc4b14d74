package io.outrider.unit.gnss;

import static io.outrider.unit.FunctionCalls.call;
import static io.outrider.unit.FunctionCalls.failure;
import static io.outrider.unit.FunctionCalls.missing;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests with the real gpsd, fed over TCP. Skipped where it is not installed. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SAME_THREAD)
@Tag("slow")
class RealGpsdTest {
    private static final Path GPSD = Path.of("/usr/sbin/gpsd");

    @TempDir
    private Path folder;

    private final ServerSocket antenna;
    private final int port;
    private final GnssModule gnss;
    private volatile boolean hasFix = true;
    private Process gpsd;
    private Thread receiver;

    RealGpsdTest() throws IOException {
        antenna = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        gnss = new GnssModule(new GnssSettings("127.0.0.1:" + port, null, null, 2), Ticker.system(), Clock.systemUTC());
    }

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(GPSD), "gpsd is not installed");
        receiver = new Thread(this::speak, "receiver");
        receiver.start();
        gpsd = gpsd("tcp://127.0.0.1:" + antenna.getLocalPort());
    }

    private Process gpsd(String... options) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(GPSD.toString(), "-N", "-n", "-S", Integer.toString(port));
        builder.command().addAll(List.of(options));
        return builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Sends sentences ten times as fast as a receiver. */
    private void speak() {
        while (!antenna.isClosed()) {
            try (Socket socket = antenna.accept()) {
                OutputStream out = socket.getOutputStream();
                while (true) {
                    String text = hasFix
                            ? Sentences.second()
                            : Sentences.VOID + "\r\n"
                                    + Sentences.sealed("GNGGA,060225.00,,,,,0,00,99.99,,,,,,") + "\r\n"
                                    + Sentences.sealed("GNGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99") + "\r\n";
                    out.write(text.getBytes(StandardCharsets.US_ASCII));
                    LockSupport.parkNanos(100_000_000);
                }
            } catch (IOException e) {
                // gpsd has closed the connection, or the test is over
            }
        }
    }

    private static void end(Process process) throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS))
                .isTrue();
    }

    @AfterEach
    void stop() throws Exception {
        gnss.close();
        antenna.close();
        if (gpsd != null) {
            end(gpsd);
            receiver.join();
        }
    }

    private JsonNode position() throws Exception {
        JsonNode[] found = new JsonNode[1];
        Await.until("there is a position", () -> {
            try {
                found[0] = call(gnss, "gnss.location");
                return found[0].has("alt");
            } catch (Failure e) {
                assertThat(e.code()).isIn("NO_HARDWARE", "NO_FIX"); // until gpsd has read the first sentences
                return false;
            }
        });
        return found[0];
    }

    @Test
    void gpsdReturnsTheReceiversPosition() throws Exception {
        JsonNode position = position();
        assertThat(position.get("_type").asText()).isEqualTo("pos");
        assertThat(position.get("utc").asText()).isEqualTo("06:02:24");
        // gpsd corrects GPS week rollover by the machine's clock, so the date may differ
        assertThat(position.get("date_utc").asText()).matches("\\d{4}-\\d\\d-\\d\\d");
        assertThat(position.get("loc").get("lat").asDouble()).isEqualTo(57.02241);
        assertThat(position.get("loc").get("lon").asDouble()).isEqualTo(9.89919);
        assertThat(position.get("alt").asDouble()).isEqualTo(34.2);
        assertThat(position.get("sog").asDouble()).isEqualTo(50.0);
        assertThat(position.get("cog").asDouble()).isEqualTo(140.22);
        assertThat(position.get("fix").asText()).isEqualTo("3D");
        assertThat(position.get("_stamp").asText()).matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]{15}");
        assertThat(gnss.health().facts()).containsEntry("position", "known");
        assertThat(gnss.health().metrics())
                .singleElement()
                .satisfies(each -> assertThat(each.value()).isEqualTo(1.0));
    }

    @Test
    void aLostFixExpiresAndReturnsWithTheReceiver() throws Exception {
        position();
        hasFix = false;
        Await.until("the position is too old", () -> {
            try {
                call(gnss, "gnss.location");
                return false;
            } catch (Failure e) {
                assertThat(e.code()).isEqualTo("NO_FIX");
                assertThat(e.getMessage()).contains("s old: ");
                return true;
            }
        });
        assertThat(gnss.health().metrics().get(0).value()).isZero();
        hasFix = true;
        position();
    }

    @Test
    void aStoppedGpsdIsReportedAndTheNextOneIsFound() throws Exception {
        position();
        end(gpsd);
        Await.until("it is missed", () -> {
            try {
                call(gnss, "gnss.location");
                return false;
            } catch (Failure e) {
                assertThat(e.code()).isEqualTo("NO_HARDWARE");
                return true;
            }
        });
        assertThat(missing(gnss, "gnss.location")).contains("does not answer").contains("[gnss] gpsd");
        gpsd = gpsd("tcp://127.0.0.1:" + antenna.getLocalPort());
        position();
    }

    @Test
    void aGpsdWithoutAReceiverIsReported() throws Exception {
        end(gpsd);
        gpsd = gpsd("-F", folder.resolve("control").toString());
        Await.until("gpsd answers", () -> !failure(gnss, "gnss.location").code().equals("NO_HARDWARE"));
        Failure failure = failure(gnss, "gnss.location");
        assertThat(failure.code()).isEqualTo("NO_FIX");
        assertThat(failure.getMessage()).startsWith("gpsd has no receiver");
    }
}
