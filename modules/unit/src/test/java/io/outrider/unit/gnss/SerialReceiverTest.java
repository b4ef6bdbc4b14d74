package io.outrider.unit.gnss;

import static io.outrider.unit.FunctionCalls.call;
import static io.outrider.unit.FunctionCalls.failure;
import static io.outrider.unit.FunctionCalls.missing;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TimeoutFactor;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests with files, pipes and pseudo-terminals of socat (skipped where that is not installed). */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SAME_THREAD)
@Tag("slow")
class SerialReceiverTest {
    @TempDir
    private Path folder;

    private Process socat;
    private GnssModule gnss;

    private GnssModule gnss(Path device) {
        gnss = new GnssModule(
                new GnssSettings(null, device.toString(), 115_200, 2), Ticker.system(), Clock.systemUTC());
        return gnss;
    }

    @AfterEach
    void close() throws Exception {
        if (gnss != null) {
            gnss.close();
        }
        if (socat != null) {
            unplug();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .as("threads that were left")
                .noneMatch(each -> each.getName().equals("gnss"));
        assertThat(ProcessHandle.current().children()).as("processes").isEmpty();
    }

    private Path plug() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/socat")), "socat is not installed");
        Path device = folder.resolve("ttyUSB1");
        // canonical mode and echo are the kernel's default; options might be set after the device is open
        socat = new ProcessBuilder("socat", "PTY,link=" + device, "-")
                .redirectOutput(folder.resolve("echo").toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Await.until("the device is there", () -> Files.exists(device));
        return device;
    }

    private void unplug() throws Exception {
        socat.destroy();
        assertThat(socat.waitFor(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS))
                .isTrue();
    }

    private void say(String text) throws Exception {
        OutputStream line = socat.getOutputStream();
        line.write(text.getBytes(StandardCharsets.US_ASCII));
        line.flush();
    }

    private void awaitPosition() throws Exception {
        Await.until("there is a position", () -> {
            say(Sentences.second());
            try {
                return call(gnss, "gnss.location").get("loc").get("lat").asDouble() == 57.02241;
            } catch (Failure e) {
                assertThat(e.code()).isEqualTo("NO_FIX");
                return false;
            }
        });
    }

    @Test
    void aTerminalIsReadRawAndWithoutEcho() throws Exception {
        Path device = plug();
        gnss(device);
        awaitPosition();
        assertThat(Programs.run("stty", "-a", "-F", device.toString())).contains("115200 baud", "-echo ", "-icanon");
    }

    @Test
    void aTerminalIsSharedWithOtherPrograms() throws Exception {
        Path device = plug();
        gnss(device);
        awaitPosition();
        assertThat(Programs.run("flock", "--nonblock", device.toString(), "echo", "shared"))
                .isEqualTo("shared");
    }

    /** Devices of the kernel's GNSS drivers are no terminals. */
    @Test
    void aDeviceThatIsNoTerminalIsReadAsAFile() throws Exception {
        Failure failure = failure(gnss(Path.of("/dev/null")), "gnss.location");
        assertThat(failure.code()).isEqualTo("NO_HARDWARE");
        assertThat(failure.getMessage()).contains("/dev/null has ended");
    }

    @Test
    void aPipeIsRead() throws Exception {
        Path pipe = folder.resolve("pipe");
        Programs.run("mkfifo", pipe.toString());
        gnss(pipe);
        assertThat(failure(gnss, "gnss.location").code()).isEqualTo("NO_FIX");
        Files.writeString(pipe, Sentences.second());
        Await.until("it is read", () -> gnss.health().facts().get("position").equals("known"));
        assertThat(call(gnss, "gnss.location").get("utc").asText()).isEqualTo("06:02:24");
    }

    @Test
    void anUnpluggedReceiverIsReportedAndFoundAgain() throws Exception {
        gnss(plug());
        awaitPosition();
        unplug();
        Await.until("it is missed", () -> {
            try {
                call(gnss, "gnss.location");
                return false;
            } catch (Failure e) {
                assertThat(e.code()).isEqualTo("NO_HARDWARE");
                return true;
            }
        });
        assertThat(missing(gnss, "gnss.location")).contains("ttyUSB1 is not there: connect the receiver");
        plug();
        awaitPosition();
    }

    @Test
    void aSilentReceiverIsAwaitedAndClosedAtOnce() throws Exception {
        gnss(plug());
        Failure failure = failure(gnss, "gnss.location");
        assertThat(failure.code()).isEqualTo("NO_FIX");
        assertThat(failure.getMessage()).contains("nothing has come from").contains("[gnss] baud");
        long begun = System.nanoTime();
        gnss.close();
        assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(TimeoutFactor.scaledSeconds(5)));
        assertThat(failure(gnss, "gnss.location").code()).isEqualTo("CLOSED");
    }

    @Test
    void aFileIsAReceiverToo() throws Exception {
        Path file = Files.writeString(folder.resolve("drive.nmea"), Sentences.second());
        gnss(file);
        for (int i = 0; i < 3; i++) {
            assertThat(call(gnss, "gnss.location").get("utc").asText()).isEqualTo("06:02:24");
        }
        Files.writeString(file, "this is a letter\n");
        Failure failure = failure(gnss(file), "gnss.location");
        assertThat(failure.code()).isEqualTo("NO_HARDWARE");
        assertThat(failure.getMessage()).contains("has ended");
    }

    @Test
    void aNameThatLooksLikeAnOptionOrACommandIsAName() throws Exception {
        Path file = Files.writeString(folder.resolve("-n $(touch x) \"'; exit"), Sentences.second());
        assertThat(call(gnss(file), "gnss.location").get("utc").asText()).isEqualTo("06:02:24");
    }

    /** Opening a pipe without a writer blocks forever. */
    @Test
    void aPipeWithoutAWriterBlocksNoCall() throws Exception {
        Path pipe = folder.resolve("pipe");
        Programs.run("mkfifo", pipe.toString());
        assertThat(failure(gnss(pipe), "gnss.location").code()).isEqualTo("NO_FIX");
        gnss.close();
    }

    @Test
    void aFolderIsNoDevice() throws Exception {
        assertThat(failure(gnss(folder), "gnss.location").code()).isEqualTo("NOT_READABLE");
    }

    @Test
    void aMissingDeviceFailsAtOnce() throws Exception {
        assertThat(missing(gnss(folder.resolve("ttyUSB7")), "gnss.location")).contains("ttyUSB7 is not there");
        assertThat(gnss.health().facts().get("position").toString()).contains("ttyUSB7 is not there");
    }
}
