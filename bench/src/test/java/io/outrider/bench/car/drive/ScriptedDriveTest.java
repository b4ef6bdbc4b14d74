package io.outrider.bench.car.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class ScriptedDriveTest {
    private static final long SEED = 7;
    private static final double STEP = 0.25;

    private final ScriptedDrive drive = new ScriptedDrive(SEED);

    /** Three rounds, to cover the transitions between them. */
    private void everyMoment(Consumer<DriveState> check) {
        for (double time = 0; time < 3 * drive.seconds(); time += STEP) {
            check.accept(drive.at(time));
        }
    }

    private void everyTwoMoments(BiConsumer<DriveState, DriveState> check) {
        for (double time = 0; time < 3 * drive.seconds(); time += STEP) {
            check.accept(drive.at(time), drive.at(time + STEP));
        }
    }

    private List<DriveState> of(Phase phase) {
        List<DriveState> states = new ArrayList<>();
        for (double time = 0; time < drive.seconds(); time += STEP) {
            DriveState state = drive.at(time);
            if (state.phase() == phase) {
                states.add(state);
            }
        }
        return states;
    }

    private double most(Phase phase, ToDoubleFunction<DriveState> value) {
        return of(phase).stream().mapToDouble(value).max().orElseThrow();
    }

    @Test
    void goesThroughAllPhasesInTheirOrder() {
        List<Phase> seen = new ArrayList<>();
        for (double time = 0; time < drive.seconds(); time += STEP) {
            Phase phase = drive.at(time).phase();
            if (seen.isEmpty() || seen.get(seen.size() - 1) != phase) {
                seen.add(phase);
            }
        }
        assertThat(seen).containsExactly(Phase.values());
        assertThat(drive.at(drive.seconds()).phase()).isEqualTo(Phase.START);
    }

    @Test
    void engineSpeedIsPositiveExactlyWhileRunning() {
        everyMoment(state -> assertThat(state.engine().rpm() > 0)
                .as("%s", state)
                .isEqualTo(state.engine().running()));
    }

    @Test
    void theEngineRunsFromTheEndOfCrankingUntilTheStop() {
        for (Phase phase : List.of(Phase.IDLE, Phase.TOWN, Phase.MOTORWAY, Phase.EXIT, Phase.STOP)) {
            assertThat(of(phase))
                    .as("%s", phase)
                    .allMatch(state -> state.engine().running());
        }
        for (Phase phase : List.of(Phase.ENGINE_OFF, Phase.ASLEEP)) {
            assertThat(of(phase))
                    .as("%s", phase)
                    .noneMatch(state -> state.engine().running());
        }
        assertThat(of(Phase.START)).anyMatch(state -> state.engine().running());
        assertThat(of(Phase.START)).anyMatch(state -> !state.engine().running());
    }

    @Test
    void theOdometerNeverFallsAndGoesWithTheSpeed() {
        everyTwoMoments((now, next) -> {
            double km = next.odometerKm() - now.odometerKm();
            double fastest = Math.max(now.speedKmh(), next.speedKmh());
            assertThat(km).as("%s", now).isBetween(0.0, (fastest + 2) / 3_600 * STEP + 1e-6);
        });
        double km = drive.at(drive.seconds() * 0.99).odometerKm() - drive.at(0).odometerKm();
        assertThat(km).isBetween(15.0, 30.0);
    }

    @Test
    void valuesChangeSmoothly() {
        everyTwoMoments((now, next) -> {
            assertThat(next.speedKmh() - now.speedKmh())
                    .as("km/h after %s", now)
                    .isBetween(-3.6 * 2.6 * STEP, 3.6 * 2.6 * STEP);
            assertThat(next.engine().coolantC()).isCloseTo(now.engine().coolantC(), within(0.25));
            assertThat(next.engine().oilC()).isCloseTo(now.engine().oilC(), within(0.25));
            assertThat(next.engine().intakeC()).isCloseTo(now.engine().intakeC(), within(0.3));
            assertThat(next.battery().socPercent()).isCloseTo(now.battery().socPercent(), within(0.05));
            assertThat(next.battery().volts()).isCloseTo(now.battery().volts(), within(12.0));
            if (now.engine().running() && next.engine().running()) {
                assertThat(next.engine().rpm())
                        .as("rpm after %s", now)
                        .isCloseTo(now.engine().rpm(), within(700.0));
            }
        });
    }

    @Test
    void valuesStayInTheRangeOfTheirGauges() {
        everyMoment(state -> {
            EngineState engine = state.engine();
            BatteryState battery = state.battery();
            assertThat(state.speedKmh()).isBetween(0.0, 140.0);
            assertThat(state.fuelPercent()).isBetween(5.0, 100.0);
            assertThat(state.volts()).isBetween(10.0, 14.6);
            assertThat(engine.rpm()).isBetween(0.0, 4_500.0);
            assertThat(engine.gear()).isBetween(0, 6);
            assertThat(engine.loadPercent()).isBetween(0.0, 100.0);
            assertThat(engine.throttlePercent()).isBetween(0.0, 100.0);
            assertThat(engine.coolantC()).isBetween(Physics.AMBIENT_C, 105.0);
            assertThat(engine.mapKpa()).isBetween(25.0, 101.5);
            assertThat(engine.mafGramsPerSecond()).isBetween(0.0, 100.0);
            assertThat(battery.socPercent()).isBetween(30.0, 80.0);
            assertThat(battery.volts()).isBetween(300.0, 420.0);
            assertThat(battery.amps()).isBetween(-120.0, 120.0);
        });
    }

    @Test
    void carMovesOnlyInTownOnTheMotorwayAndAtTheExit() {
        for (Phase phase : List.of(Phase.START, Phase.IDLE, Phase.STOP, Phase.ENGINE_OFF, Phase.ASLEEP)) {
            assertThat(most(phase, DriveState::speedKmh)).as("%s", phase).isZero();
        }
        assertThat(most(Phase.TOWN, DriveState::speedKmh)).isBetween(40.0, 60.0);
        assertThat(most(Phase.MOTORWAY, DriveState::speedKmh)).isBetween(110.0, 140.0);
    }

    @Test
    void townIsStopAndGo() {
        int stops = 0;
        boolean moving = false;
        for (DriveState state : of(Phase.TOWN)) {
            if (moving && state.speedKmh() == 0) {
                stops++;
            }
            moving = state.speedKmh() > 0;
        }
        assertThat(stops).isGreaterThanOrEqualTo(5);
    }

    @Test
    void allSixGearsAreUsedAndTheFastestOnTheMotorway() {
        Set<Integer> gears = new TreeSet<>();
        everyMoment(state -> gears.add(state.engine().gear()));
        assertThat(gears).containsExactly(0, 1, 2, 3, 4, 5, 6);
        DriveState onTheMotorway = drive.at(drive.startOf(Phase.EXIT) - 1);
        assertThat(onTheMotorway.engine().gear()).isEqualTo(6);
        assertThat(onTheMotorway.engine().rpm()).isBetween(2_000.0, 3_300.0);
    }

    @Test
    void theEngineStartsColdAndIsWarmOnTheMotorway() {
        for (int round = 0; round < 3; round++) {
            double begin = round * drive.seconds();
            assertThat(drive.at(begin).engine().coolantC()).isBetween(10.0, 20.0);
            assertThat(drive.at(begin + drive.startOf(Phase.EXIT)).engine().coolantC())
                    .isBetween(85.0, 100.0);
        }
    }

    @Test
    void fuelFallsWhileTheEngineRunsAndRisesOnlyWhenTheTankIsFilled() {
        double begin = drive.at(0).fuelPercent();
        double end = drive.at(drive.startOf(Phase.ENGINE_OFF)).fuelPercent();
        assertThat(begin - end).isBetween(1.5, 6.0);
        everyTwoMoments((now, next) -> {
            if (next.fuelPercent() > now.fuelPercent()) {
                assertThat(now.isAwake()).isFalse();
            }
        });
        double least = 100;
        for (int round = 0; round < 100; round++) {
            least = Math.min(least, drive.at((round + 0.999) * drive.seconds()).fuelPercent());
        }
        assertThat(least).isBetween(5.0, 20.0);
    }

    @Test
    void brakingChargesTheBatteryAndDrivingEmptiesIt() {
        assertThat(of(Phase.TOWN)).anyMatch(state -> state.battery().amps() < -10);
        assertThat(of(Phase.TOWN)).anyMatch(state -> state.battery().amps() > 10);
        double before = drive.at(drive.startOf(Phase.TOWN)).battery().socPercent();
        double after = drive.at(drive.startOf(Phase.EXIT)).battery().socPercent();
        assertThat(before - after).isBetween(5.0, 45.0);
        everyTwoMoments((now, next) -> {
            assertThat(next.battery().chargedKwh())
                    .isGreaterThanOrEqualTo(now.battery().chargedKwh() - 1e-9);
            assertThat(next.battery().dischargedKwh())
                    .isGreaterThanOrEqualTo(now.battery().dischargedKwh() - 1e-9);
        });
    }

    @Test
    void crankingPullsTheVoltageDownAndTheAlternatorUp() {
        assertThat(of(Phase.START).stream().mapToDouble(DriveState::volts).min().orElseThrow())
                .isBetween(10.0, 11.0);
        assertThat(drive.at(drive.startOf(Phase.TOWN)).volts()).isBetween(14.0, 14.4);
        assertThat(drive.at(drive.startOf(Phase.ASLEEP)).volts()).isBetween(12.2, 12.6);
    }

    @Test
    void theSameSeedGivesTheSameDriveAndAnotherOneAnother() {
        DriveState state = drive.at(200);
        assertThat(new ScriptedDrive(SEED).at(200)).isEqualTo(state);
        assertThat(new ScriptedDrive(SEED + 1).at(200)).isNotEqualTo(state);
    }

    @Test
    void aFasterDriveIsTheSameOneInLessTime() {
        assertThat(drive.faster(10).at(30)).isEqualTo(drive.at(300));
        assertThat(drive.from(100).at(30)).isEqualTo(drive.at(130));
        assertThatThrownBy(() -> drive.faster(0)).hasMessageContaining("0.0");
    }

    @Test
    void anySeedGivesADriveOfTheSameShape() {
        for (long seed = 100; seed < 120; seed++) {
            ScriptedDrive other = new ScriptedDrive(seed);
            for (double time = 0; time < other.seconds(); time += 1) {
                DriveState state = other.at(time);
                assertThat(state.speedKmh()).as("seed %d, %s", seed, state).isBetween(0.0, 140.0);
                assertThat(state.engine().rpm()).as("seed %d, %s", seed, state).isBetween(0.0, 4_500.0);
                assertThat(state.battery().socPercent())
                        .as("seed %d, %s", seed, state)
                        .isBetween(30.0, 80.0);
                if (state.phase() == Phase.STOP || !state.engine().running()) {
                    assertThat(state.speedKmh()).as("seed %d, %s", seed, state).isZero();
                }
            }
        }
    }
}
