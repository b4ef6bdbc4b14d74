package io.outrider.unit.acc;

import static io.outrider.unit.FunctionCalls.call;
import static io.outrider.unit.FunctionCalls.missing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.unit.Sysfs;
import io.outrider.unit.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccModuleTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2023-08-28T12:22:31.253543Z"), ZoneOffset.UTC);
    private static final String DEVICES = "bus/iio/devices/";

    @TempDir
    private Path root;

    private Tree tree;

    @BeforeEach
    void open() {
        tree = new Tree(root).with(DEVICES + "iio:device0/name", "vcnl4000").with(DEVICES + "trigger0/name", "x");
    }

    /** LIS2DW12 in its 2 g range: 0.598 mm/s² per step. */
    private void chip(String device, int x, int y, int z) {
        tree.with(DEVICES + device + "/name", "lis2dw12")
                .with(DEVICES + device + "/in_accel_x_raw", x)
                .with(DEVICES + device + "/in_accel_y_raw", y)
                .with(DEVICES + device + "/in_accel_z_raw", z)
                .with(DEVICES + device + "/in_accel_scale", "0.000598205");
    }

    private AccModule module(String device) {
        return new AccModule(tree.sysfs(), new AccModule.AccSettings(device), CLOCK);
    }

    @Test
    void metresPerSecondSquaredBecomeG() throws Exception {
        chip("iio:device1", 164, -820, 16_394);
        assertThat(call(module(null), "acc.query"))
                .hasToString("{\"_type\":\"xyz\",\"x\":0.01,\"y\":-0.05,\"z\":1.0,"
                        + "\"_stamp\":\"2023-08-28T12:22:31.253543\"}");
    }

    @Test
    void zeroIsNeverNegative() throws Exception {
        chip("iio:device1", -1, 0, 1);
        assertThat(call(module(null), "acc.query").toString())
                .doesNotContain("-0.0")
                .contains("\"x\":0.0");
    }

    @Test
    void offsetAndScaleMayBeOfOneAxis() throws Exception {
        chip("iio:device1", 0, 0, 0);
        tree.with(DEVICES + "iio:device1/in_accel_y_scale", "9.80665")
                .with(DEVICES + "iio:device1/in_accel_y_offset", "3")
                .with(DEVICES + "iio:device1/in_accel_offset", "16394");
        JsonNode xyz = call(module(null), "acc.query");
        assertThat(xyz.get("x").asDouble()).isEqualTo(1.0);
        assertThat(xyz.get("y").asDouble()).isEqualTo(3.0);
    }

    @ParameterizedTest
    @CsvSource({"iio:device2, 2.0", "bmi160, 2.0", "iio:device1, 1.0", "lis2dw12, 1.0", ", 1.0"})
    void aDeviceIsNamedByItsFolderOrItsName(String device, double expected) throws Exception {
        chip("iio:device1", 16_394, 0, 0);
        chip("iio:device2", 32_788, 0, 0);
        tree.with(DEVICES + "iio:device2/name", "bmi160");
        assertThat(call(module(device), "acc.query").get("x").asDouble()).isEqualTo(expected);
    }

    @Test
    void aMissingDeviceIsReportedAndAnAppearingOneIsFound() throws Exception {
        AccModule module = module(null);
        assertThat(missing(module, "acc.query")).contains("no accelerometer");
        assertThat(missing(module("bmi160"), "acc.query")).contains("no bmi160").contains("[acc] device");
        chip("iio:device1", 0, 0, 0);
        assertThat(call(module, "acc.query").get("x").asDouble()).isZero();
        tree.without(DEVICES + "iio:device1/in_accel_z_raw");
        assertThat(missing(module, "acc.query")).contains("does not tell its z axis");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NaN", "Infinity", "one", "0x"})
    void aValueThatIsNoNumberIsAnError(String raw) throws Exception {
        chip("iio:device1", 0, 0, 0);
        tree.with(DEVICES + "iio:device1/in_accel_x_raw", raw);
        assertThat(missing(module(null), "acc.query")).contains("does not tell its x axis");
    }

    @Test
    void otherQueriesAndAnEmptyDeviceNameAreRefused() {
        assertThat(new AccModule.Arguments(null).cmd()).isEqualTo("xyz");
        assertThatThrownBy(() -> new AccModule.Arguments("range")).hasMessage("cmd: 'range' is not known; xyz is");
        assertThatThrownBy(() -> new AccModule.AccSettings(" ")).hasMessageStartingWith("device: ");
    }

    @Test
    void withoutASensorThisMachineReportsNone() throws Exception {
        Assumptions.assumeFalse(Files.exists(Path.of("/sys/bus/iio/devices/iio:device0")), "it may have one");
        assertThat(missing(new AccModule(Sysfs.ofThisMachine(), new AccModule.AccSettings(null), CLOCK), "acc.query"))
                .contains("/sys/bus/iio/devices");
    }
}
