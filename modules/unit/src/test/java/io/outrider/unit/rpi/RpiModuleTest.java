package io.outrider.unit.rpi;

import static io.outrider.unit.FunctionCalls.call;
import static io.outrider.unit.FunctionCalls.missing;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.unit.Sysfs;
import io.outrider.unit.Tree;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RpiModuleTest {
    private static final String ZONE = "class/thermal/thermal_zone";

    @TempDir
    private Path root;

    private Tree tree;
    private RpiModule rpi;

    @BeforeEach
    void open() {
        tree = new Tree(root);
        rpi = new RpiModule(tree.sysfs());
    }

    private void zone(int number, String type, Object temperature) {
        tree.with(ZONE + number + "/type", type).with(ZONE + number + "/temp", temperature);
    }

    @Test
    void aRaspberryPiHasOneTemperature() throws Exception {
        zone(0, "cpu-thermal", 48312);
        assertThat(call(rpi, "rpi.temp")).hasToString("{\"cpu\":{\"value\":48.3,\"unit\":\"C\"}}");
        assertThat(call(rpi, "rpi.temp_cpu")).hasToString("{\"value\":48.3,\"unit\":\"C\"}");
        assertThat(missing(rpi, "rpi.temp_gpu")).contains("graphics");
    }

    @Test
    void theGpuTemperatureIsReportedWhereItHasASensor() throws Exception {
        zone(0, "gpu-thermal", 51000);
        zone(1, "cpu-thermal", -4260);
        assertThat(call(rpi, "rpi.temp"))
                .hasToString("{\"cpu\":{\"value\":-4.3,\"unit\":\"C\"},\"gpu\":{\"value\":51.0,\"unit\":\"C\"}}");
        assertThat(call(rpi, "rpi.temp_gpu").get("value").asDouble()).isEqualTo(51.0);
    }

    @ParameterizedTest
    @CsvSource({"cpu_thermal, cpu0-thermal", "cpu-thermal, soc-thermal", "soc-thermal, x86_pkg_temp"})
    void theProcessorsOwnZoneIsPreferred(String better, String other) throws Exception {
        zone(0, "acpitz", 1000);
        zone(1, other, 2000);
        assertThat(call(rpi, "rpi.temp_cpu").get("value").asDouble()).isEqualTo(2.0);
        zone(0, better, 3000);
        assertThat(call(rpi, "rpi.temp_cpu").get("value").asDouble()).isEqualTo(3.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hot", "99999999999999999999", "4.5"})
    void aZoneWithoutANumberIsSkipped(String text) throws Exception {
        zone(0, "cpu-thermal", text);
        assertThat(missing(rpi, "rpi.temp")).contains("/sys/class/thermal");
        zone(1, "cpu-thermal", 20_000);
        assertThat(call(rpi, "rpi.temp_cpu").get("value").asDouble()).isEqualTo(20.0);
    }

    @Test
    void aSensorThatAppearsOrGoesIsNoticedByTheNextCall() throws Exception {
        assertThat(missing(rpi, "rpi.temp")).contains("/sys/class/thermal");
        zone(0, "cpu-thermal", 30_000);
        assertThat(call(rpi, "rpi.temp_cpu").get("value").asDouble()).isEqualTo(30.0);
        tree.without(ZONE + "0/temp");
        assertThat(missing(rpi, "rpi.temp")).contains("/sys/class/thermal");
    }

    @Test
    void theSerialNumberIsTheDeviceTrees() throws Exception {
        assertThat(missing(rpi, "rpi.hw_serial")).contains("Raspberry Pi");
        tree.with("firmware/devicetree/base/serial-number", "10000000a1b2c3d4\0");
        assertThat(call(rpi, "rpi.hw_serial").asText()).isEqualTo("10000000a1b2c3d4");
        tree.with("firmware/devicetree/base/serial-number", "\0");
        assertThat(missing(rpi, "rpi.hw_serial")).contains("Raspberry Pi");
    }

    @Test
    void onThisMachineCallsReturnValuesOrNameWhatIsMissing() throws Exception {
        RpiModule here = new RpiModule(Sysfs.ofThisMachine());
        try {
            assertThat(call(here, "rpi.temp_cpu").get("value").asDouble()).isBetween(-40.0, 125.0);
        } catch (Failure e) {
            assertThat(e.code()).isEqualTo("NO_HARDWARE");
        }
    }
}
