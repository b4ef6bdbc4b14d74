package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Inhibition;
import io.outrider.testkit.TestContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerChecksTest {
    private static final Instant NOW = Instant.parse("2026-11-22T14:10:00Z");
    private static final SleepTimer TIMER =
            new SleepTimer("event_driven", 1800, 3600, 10, "engine_stopped", Instant.EPOCH, 0);

    private static List<CheckReport> reports(
            boolean inUse, boolean bypass, String idle, SleepTimer timer, Inhibition... held) {
        return PowerChecks.reports(
                new PowerStatus(
                        inUse,
                        inUse ? "engine running since 13:20" : "engine stopped at 14:02",
                        "asleep",
                        bypass,
                        null,
                        idle,
                        timer,
                        VehicleUse.seconds(760),
                        "engine stopped at 14:02",
                        List.of(held)),
                NOW);
    }

    @Test
    void nothingKeepsAUnitAwakeWhoseTimerRuns() {
        assertThat(reports(false, false, null, TIMER))
                .containsExactly(
                        CheckReport.ok("sleep", "asleep in 12:40: engine stopped at 14:02"),
                        CheckReport.ok("condition", "not in use: engine stopped at 14:02"));
    }

    @Test
    void theConditionOfAVehicleInUseIsNamedWithItsBegin() {
        assertThat(reports(true, false, null, null)).allSatisfy(each -> {
            assertThat(each.verdict()).isEqualTo(Verdict.LOOK);
            assertThat(each.text()).contains("engine running since 13:20");
        });
    }

    @Test
    void eachInhibitorIsNamedWithItsBeginAndEnd() {
        Inhibition job =
                new Inhibition("jobs", Activity.SLEEP, "job obd.dump", Duration.ofMinutes(8), Duration.ofSeconds(190));
        Inhibition release = new Inhibition(
                "docker", Activity.SLEEP, "release app 4", Duration.ofSeconds(1), Duration.ofSeconds(3_600));
        List<CheckReport> reports = reports(false, false, null, TIMER, job, release);
        assertThat(reports)
                .extracting(CheckReport::name)
                .containsExactly("sleep", "condition", "held by jobs", "held by docker");
        assertThat(reports.get(0).verdict()).isEqualTo(Verdict.LOOK);
        assertThat(reports.get(2).text()).isEqualTo("job obd.dump, since 14:02 UTC, 3:10 left");
        assertThat(reports.get(3).text()).isEqualTo("release app 4, since 14:09 UTC, 1:00:00 left");
    }

    @Test
    void aUnitWithoutATimerOrWithABypassNeverSleeps() {
        assertThat(reports(false, false, null, null).get(0).remedy()).contains("power.sleep_timer add=");
        assertThat(reports(false, true, null, TIMER).get(0).remedy()).isEqualTo("Set bypass = false in [power].");
    }

    @ParameterizedTest
    @CsvSource({
        "unknown, OK, not known",
        "charging_slow, OK, charging slow",
        "discharging, OK, discharging",
        "overcharging, LOOK, overcharging",
        "critical_level, BAD, critical level"
    })
    void theBatteryIsJudgedByItsCondition(String state, Verdict verdict, String text) {
        CheckReport report = PowerChecks.battery(state);
        assertThat(report.verdict()).isEqualTo(verdict);
        assertThat(report.text()).isEqualTo(text);
        assertThat(report.remedy().isEmpty()).isEqualTo(verdict == Verdict.OK);
    }

    @Test
    void anIdleUnitIsAsItShouldBe() {
        assertThat(reports(false, false, "since 14:05: engine stopped at 14:02", null))
                .extracting(CheckReport::verdict)
                .containsOnly(Verdict.OK);
    }

    @Test
    void theCallThatAsksDoesNotKeepTheUnitAwake() {
        TestContext context = new TestContext();
        context.inhibitors().inhibit("jobs", Activity.SLEEP, "job doctor.awake", Duration.ofMinutes(1));
        context.inhibitors().inhibit("jobs", Activity.SLEEP, "job power.status", Duration.ofMinutes(1));
        context.inhibitors().inhibit("jobs", Activity.SLEEP, "job obd.dump", Duration.ofMinutes(1));
        assertThat(PowerStatus.holding(context.inhibitors()))
                .extracting(Inhibition::reason)
                .containsExactly("job obd.dump");
    }
}
