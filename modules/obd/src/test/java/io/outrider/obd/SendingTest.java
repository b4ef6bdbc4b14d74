package io.outrider.obd;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import io.outrider.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that every sending function obeys listen-only, pause and gap. */
class SendingTest {
    private static final int GAP_MILLIS = 80;

    @TempDir
    private Path folder;

    private final Car car = new Car()
            .supports("7E8", 1, 0x0C, 0x0D)
            .when("7DF#02010C", "7E8#04410C0FA0")
            .when("7DF#02010D", "7E8#03410D30")
            .when("7DF#04010C0D", "7E8#06410C0FA00D30")
            .when("7DF#0103", "7E8#024300")
            .when("7DF#0104", "7E8#0144")
            .when("7DF#020902", "7E8#1014490201314734", "20ms 7E8#2131323334353637");
    private final CanBus bus = car.bus().node();
    private Obd obd;

    private void open(boolean listenOnly) throws Failure {
        obd = new Obd(
                car,
                bus,
                new ObdSettings("virtual0", "6", 200, 40, 0, GAP_MILLIS, listenOnly, null, null, 0, null, null),
                folder);
    }

    @AfterEach
    void close() {
        obd.close();
    }

    private void tryAll() throws Exception {
        Files.createDirectories(folder.resolve("recordings"));
        Files.writeString(folder.resolve("recordings/drive.log"), "(1.000000) can0 7DF#02010C0000000000\n");
        call("obd.query", "name", "RPM", "force", true);
        call("obd.query", "name", "RPM");
        call("obd.query_many", "queries", List.of("RPM", "SPEED"));
        call("obd.send", "message", "7DF#02010C0000000000");
        call("obd.send", "message", "7DF#010C", "auto_format", true);
        call("obd.dtc");
        call("obd.dtc", "clear", true);
        call("obd.vin");
        call("obd.play", "file", "drive.log");
        call("obd.play", "file", "drive");
    }

    private void call(String name, Object... keywords) throws InterruptedException {
        try {
            obd.call(name, keywords);
        } catch (Failure e) {
            // the answer does not matter here
        }
    }

    @Test
    void listenOnlyBlocksEveryFunctionThatSends() throws Exception {
        open(true);
        tryAll();
        assertThat(bus.transmitter().sent()).isZero();
        assertThat(car.heard()).isEmpty();
    }

    @Test
    void aPauseBlocksEveryFunctionThatSends() throws Exception {
        open(false);
        bus.transmitter().pauseFor(TimeUnit.HOURS.toNanos(1));
        tryAll();
        assertThat(bus.transmitter().sent()).isZero();
    }

    @Test
    void aManualPauseBlocksLoggersAndCallsUntilItIsEnded() throws Exception {
        open(false);
        assertThat(obd.call("obd.pause", "seconds", 3_600).toString())
                .isEqualTo("{\"transmit\":\"paused\",\"seconds\":3600}");
        assertThat(obd.pollingBlocked(true)).hasValue("sending on virtual0 is paused");
        tryAll();
        assertThat(bus.transmitter().sent()).isZero();
        Failure failure = obd.refusal("RPM", "force", true);
        assertThat(failure.code()).isEqualTo("BUS_PAUSED");
        assertThat(failure)
                .hasMessageMatching(
                        "sending on virtual0 is paused for another \\d+ s \\(obd.pause\\); obd.resume ends that");
        assertThat(obd.call("obd.resume").toString()).isEqualTo("{\"transmit\":\"on\"}");
        assertThat(obd.query("RPM", "force", true).get("value").asDouble()).isEqualTo(1000.0);
        assertThat(obd.failure("obd.pause", "seconds", 0)).hasMessage("seconds: 0 is not from 1 to 86400");
    }

    /** The answer has several frames and needs flow control. */
    @Test
    void listenOnlyBlocksFlowControlToo() throws Exception {
        open(false);
        car.forget("7DF#020902").when("7DF#020902"); // the test sends the answer itself, below
        Thread asking = new Thread(() -> {
            try {
                call("obd.query", "name", "VIN", "force", true, "timeout", 2);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        asking.start();
        Await.until("it was asked", () -> car.heard("7DF#020902") == 1);
        bus.transmitter().listenOnly(true);
        car.say("7E8#1014490201314734");
        asking.join();
        assertThat(car.heard()).hasSize(1);
        assertThat(bus.transmitter().sent()).isEqualTo(1);
    }

    @Test
    void requestsOfAllFunctionsKeepTheMinimumGap() throws Exception {
        open(false);
        try (CanBus observer = car.bus().node();
                CanPort port = observer.open(List.of())) {
            tryAllButPlaying();
            List<Long> requests = new ArrayList<>();
            for (CanFrame frame = port.receive(0); frame != null; frame = port.receive(0)) {
                boolean flowControl = (frame.at(0) & 0xF0) == 0x30;
                if (frame.idValue() < 0x7E8 && !flowControl) {
                    requests.add(frame.stampMicros());
                }
            }
            assertThat(requests).hasSizeGreaterThan(5);
            for (int i = 1; i < requests.size(); i++) {
                assertThat(TimeUnit.MICROSECONDS.toMillis(requests.get(i) - requests.get(i - 1)))
                        .as("request " + i)
                        .isGreaterThanOrEqualTo(GAP_MILLIS / 2); // timestamps lag behind the transmitter's
            }
        }
    }

    private void tryAllButPlaying() throws InterruptedException {
        call("obd.query", "name", "RPM", "force", true);
        call("obd.query", "name", "SPEED", "force", true);
        call("obd.query_many", "queries", List.of("RPM", "SPEED"));
        call("obd.send", "message", "7DF#02010C0000000000");
        call("obd.send", "message", "7DF#010C", "auto_format", true);
        call("obd.dtc");
        call("obd.dtc", "clear", true);
        call("obd.vin");
    }
}
