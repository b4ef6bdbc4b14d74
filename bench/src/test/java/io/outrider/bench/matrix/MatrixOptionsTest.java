package io.outrider.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixOptionsTest {
    private static final int STEPS = 15;

    private static MatrixOptions options(String line) {
        return MatrixOptions.of(line.isEmpty() ? List.of() : List.of(line.split(" ")));
    }

    private static List<MatrixCase> wanted(MatrixOptions options) {
        List<MatrixCase> all = new ArrayList<>();
        for (MatrixScenario scenario : MatrixScenario.values()) {
            for (int step = 0; step < STEPS; step++) {
                for (MatrixFault fault : MatrixFault.values()) {
                    all.add(new MatrixCase(scenario, new MatrixPoint(step, "step " + step, 1), fault));
                }
            }
        }
        all.removeIf(each -> !options.wants(each));
        return all;
    }

    @Test
    void withoutOptionsEveryCaseButPowerCutsIsWanted() {
        assertThat(wanted(options("")))
                .hasSize(MatrixScenario.values().length * STEPS * (MatrixFault.values().length - 1));
    }

    @Test
    void scenarioFaultAndStepSelectOneCase() {
        assertThat(wanted(options("--scenario way-back --fault killed+ --step 4")))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.scenario()).isEqualTo(MatrixScenario.WAY_BACK);
                    assertThat(each.fault()).isEqualTo(MatrixFault.KILLED_AFTER);
                    assertThat(each.point().index()).isEqualTo(4);
                });
    }

    @Test
    void quickMeetsEachStepAndUsesEachFault() {
        List<MatrixCase> quick = wanted(options("--quick"));
        assertThat(quick).hasSizeLessThan(wanted(options("")).size() / 5).hasSizeGreaterThanOrEqualTo(50);
        Set<MatrixFault> faults = EnumSet.noneOf(MatrixFault.class);
        quick.forEach(each -> faults.add(each.fault()));
        assertThat(faults).containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.of(MatrixFault.POWER_CUT)));
        for (MatrixScenario scenario : MatrixScenario.values()) {
            for (int step = 0; step < STEPS; step++) {
                int index = step;
                assertThat(quick)
                        .anyMatch(each ->
                                each.scenario() == scenario && each.point().index() == index);
            }
        }
    }

    @Test
    void aStepWithoutRequestsHasNoFailingRequest() {
        MatrixPoint silent = new MatrixPoint(3, "note", 0);
        assertThat(MatrixFault.values())
                .filteredOn(each -> !each.applies(silent))
                .containsExactly(MatrixFault.ERROR, MatrixFault.LOST, MatrixFault.POWER_CUT);
    }

    @Test
    void theRequestsBeforeTheFirstStopAreHiddenFromTheModulesProgress() {
        MatrixPoint policy = new MatrixPoint(6, MatrixPoint.POLICY + "a container", 1);
        assertThat(MatrixFault.values())
                .filteredOn(each -> !each.applies(policy))
                .containsExactly(MatrixFault.VEHICLE, MatrixFault.POWER_CUT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--scenario sunset",
                "--fault rain",
                "--step -1",
                "--step",
                "--units 0",
                "--units 9",
                "quick",
                "--power-cuts 0",
                "--power"
            })
    void aWrongOptionIsNamed(String line) {
        assertThatThrownBy(() -> options(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(line);
    }

    @Test
    void unitsAndPowerCutsAreNumbers() {
        assertThat(options("--units 3 --power-cuts 20 --list"))
                .isEqualTo(new MatrixOptions(3, false, true, null, null, -1, 20));
    }

    @Test
    void powerCutsAreBeforeAndAfterEachStepOfTheChange() {
        List<MatrixPoint> points = List.of(
                new MatrixPoint(0, "log in to own", 1),
                new MatrixPoint(1, "pull app:2", 1),
                new MatrixPoint(2, "rename app to app-outrider-old", 1),
                new MatrixPoint(3, "note fleet@2.0 as applied", 0));
        MatrixPoint rename = new MatrixPoint(0, "rename app to app-outrider-old", 1);
        MatrixPoint note = new MatrixPoint(1, "note fleet@2.0 as applied", 0);
        assertThat(PowerCutMatrix.orders(points))
                .containsExactly(
                        new PowerCutGuest.Order(rename, MatrixFault.Place.BEFORE_CALL),
                        new PowerCutGuest.Order(rename, MatrixFault.Place.AFTER_CALL),
                        new PowerCutGuest.Order(note, MatrixFault.Place.BEFORE_CALL),
                        new PowerCutGuest.Order(note, MatrixFault.Place.AFTER_CALL));
    }

    @Test
    void helpNamesEachScenarioAndFaultAndAWrongOptionEndsWithTwo() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(Matrix.run(List.of("--help"), new PrintStream(out), new PrintStream(err)))
                .isZero();
        for (MatrixFault each : MatrixFault.values()) {
            assertThat(out.toString()).contains(each.text(), each.description());
        }
        for (MatrixScenario each : MatrixScenario.values()) {
            assertThat(out.toString()).contains(each.text(), each.description());
        }
        assertThat(Matrix.run(List.of("--nothing"), new PrintStream(out), new PrintStream(err)))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--nothing", "--help");
    }
}
