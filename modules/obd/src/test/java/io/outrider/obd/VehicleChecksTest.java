package io.outrider.obd;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VehicleChecksTest {
    /** Longer than the test, so that the bus never sleeps within it. */
    private static final int SILENCE_MILLIS = 600_000;

    private final Car car = new Car();
    private Obd obd;

    @BeforeEach
    void open() throws Exception {
        car.supports("7E8", 1, 0x0C).supports("7E9", 1, 0x0C);
        ObdSettings settings = new ObdSettings(
                "virtual0",
                "6",
                Obd.RESPONSE_MILLIS,
                Obd.QUIET_MILLIS,
                0,
                0,
                false,
                SILENCE_MILLIS,
                SilentBus.WAIT,
                0,
                null,
                null);
        obd = new Obd(car, car.bus().node(), settings, Path.of("no-folder"));
    }

    @AfterEach
    void close() {
        obd.close();
        car.close();
    }

    private CheckReport report(String name) throws Exception {
        Check check = obd.module().checks().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        return check.work().run().get(0);
    }

    @Test
    void aVehicleThatSleepsIsNotAsked() throws Exception {
        assertThat(report("ECUs"))
                .isEqualTo(CheckReport.ok("ECUs", "not asked: nothing has been heard on the bus yet"));
        assertThat(car.heard()).isEmpty();
    }

    @Test
    void anEcuThatDoesNotAnswerAnyMoreIsNamed() throws Exception {
        car.say("3B3#01");
        assertThat(report("ECUs")).isEqualTo(CheckReport.ok("ECUs", "2 answer: 7e8, 7e9"));
        car.forget("7DF#020100").when("7DF#020100", "7E8#06410000100000");
        CheckReport report = report("ECUs");
        assertThat(report.verdict()).isEqualTo(Verdict.LOOK);
        assertThat(report.text()).isEqualTo("7e9 of 7e8, 7e9 do not answer any more");
    }

    @Test
    void aVehicleThatTalksAndAnswersNothingIsToBeLookedAt() throws Exception {
        car.forget("7DF#020100").say("3B3#01");
        CheckReport report = report("ECUs");
        assertThat(report.verdict()).isEqualTo(Verdict.LOOK);
        assertThat(report.text()).isEqualTo("the bus is alive, and no ECU answers");
        assertThat(report.remedy()).contains("ignition");
    }

    @Test
    void nothingIsSentWhileSendingIsPaused() throws Exception {
        car.say("3B3#01");
        obd.module().functions(); // the module works
        obd.call("obd.pause");
        assertThat(report("ECUs").text()).isEqualTo("not asked: sending on virtual0 is paused");
        assertThat(car.heard()).isEmpty();
    }

    @Test
    void ourFramesAreCountedAndTheLastIsShown() throws Exception {
        assertThat(report("frames")).isEqualTo(CheckReport.ok("frames", "none of ours on virtual0 since the start"));
        car.say("3B3#01");
        report("ECUs");
        CheckReport report = report("frames");
        assertThat(report.verdict()).isEqualTo(Verdict.LOOK);
        assertThat(report.text()).matches("\\d+ of ours on virtual0, the last 7DF#0201000000000000, \\d\\.\\d s ago");
    }

    @Test
    void itIsToldWhetherOthersSend() throws Exception {
        assertThat(report("vehicle")).isEqualTo(CheckReport.ok("vehicle", "nothing heard on virtual0 since the start"));
        car.say("3B3#01");
        CheckReport report = report("vehicle");
        assertThat(report.verdict()).isEqualTo(Verdict.LOOK);
        assertThat(report.text()).matches("others send on virtual0, the last \\d\\.\\d s ago");
    }
}
