package io.outrider.obd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Metric;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VehicleFunctionsTest {
    private Car car;
    private Obd obd;

    @BeforeEach
    void open() throws Exception {
        car = new Car().supports("7E8", 1, 0x0C).supports("7E9", 1, 0x0D);
        obd = Obd.on(car);
    }

    @AfterEach
    void close() {
        obd.close();
    }

    @Test
    void storedCodesOfAllEcusAreListedOnceWithTheirTexts() throws Exception {
        car.when("7DF#0103", "7E8#0643020104C123", "7E9#0443010104");
        assertThat(obd.call("obd.dtc").toString())
                .startsWith("{\"_type\":\"dtc\",\"values\":[{\"code\":\"P0104\",\"text\":\"")
                .contains("{\"code\":\"U0123\"")
                .endsWith("}],\"_stamp\":\"2023-08-28T12:22:31.253543\"}");
        assertThat(obd.call("obd.dtc").get("values")).hasSize(2);
    }

    @Test
    void noCodesAreAnEmptyList() throws Exception {
        car.when("7DF#0103", "7E8#024300", "7E9#024300");
        assertThat(obd.call("obd.dtc").get("values")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"stored, 0103, 43", "pending, 0107, 47", "permanent, 010A, 4A"})
    void everyKindHasItsService(String kind, String request, String response) throws Exception {
        car.when("7DF#" + request, "7E8#04" + response + "010420", "7E9#02" + response + "00");
        assertThat(obd.call("obd.dtc", "kind", kind)
                        .get("values")
                        .get(0)
                        .get("code")
                        .asText())
                .isEqualTo("P0420");
    }

    @Test
    void manyCodesComeInSeveralFrames() throws Exception {
        car.when("7DF#0103", "7E8#1008430301040105", "7E9#024300").when("7E0#300000", "7E8#210106");
        assertThat(obd.call("obd.dtc").get("values").findValuesAsText("code"))
                .containsExactly("P0104", "P0105", "P0106");
    }

    @Test
    void clearingIsSentToAllEcusAndARefusalIsReported() throws Exception {
        car.when("7DF#0104", "7E8#0144", "7E9#0144");
        assertThat(obd.call("obd.dtc", "clear", true).get("values")).isEmpty();
        assertThat(car.heard("7DF#0104")).isEqualTo(1);
        car.forget("7DF#0104").when("7DF#0104", "7E8#037F0422");
        assertThat(obd.failure("obd.dtc", "clear", true))
                .hasMessage("7e8 refuses 04 to 7df: conditions not correct (7F 04 22)");
    }

    @Test
    void anUnsupportedVinIsNotRequested() throws Exception {
        assertThat(obd.failure("obd.vin").code()).isEqualTo("NOT_SUPPORTED");
    }

    @Test
    void theStatusCountsTheFramesOnTheBus() throws Exception {
        car.when("7DF#02010C", "7E8#04410C0FA0");
        obd.query("RPM");
        var status = obd.call("obd.status");
        var connection = status.get("connection");
        assertThat(connection.get("interface").asText()).isEqualTo("virtual0");
        assertThat(connection.get("state").asText()).isEqualTo("error_active");
        assertThat(connection.get("transmit").asText()).isEqualTo("on");
        assertThat(connection.get("requests").asInt()).isEqualTo(2);
        assertThat(status.get("protocol").get("ecus").toString()).isEqualTo("[\"7e8\",\"7e9\"]");
        car.bus().transmitter().pauseFor(TimeUnit.HOURS.toNanos(1));
        assertThat(obd.call("obd.status").get("connection").get("transmit").asText())
                .isEqualTo("paused");
        car.bus().transmitter().listenOnly(true);
        car.bus().setUp(false);
        connection = obd.call("obd.status").get("connection");
        assertThat(connection.get("transmit").asText()).isEqualTo("listen_only");
        assertThat(connection.get("state").asText()).isEqualTo("down");
    }

    private Map<String, Double> metrics() {
        return obd.module().health().metrics().stream().collect(Collectors.toMap(Metric::name, Metric::value));
    }

    @Test
    void theHealthHasTheSameCountersAndRemedies() throws Exception {
        car.when("7DF#02010C", "7E8#04410C0FA0");
        obd.query("RPM");
        Map<String, Double> before = metrics();
        var connection = obd.call("obd.status").get("connection");
        Map<String, Double> after = metrics(); // includes frames still being read by the car's port
        assertThat(after).containsEntry("can_bus_up", 1.0).containsEntry("can_frames_dropped_total", 0.0);
        for (String counted : List.of("frames_sent", "frames_received")) {
            String metric = "can_" + counted + "_total";
            assertThat(connection.get(counted).asDouble()).as(counted).isBetween(before.get(metric), after.get(metric));
        }
        assertThat(connection.get("frames_received").asInt()).isGreaterThanOrEqualTo(2);
        assertThat(obd.module().health().facts()).containsEntry("interface", "virtual0");
        assertThat(obd.module().health().problems()).isEmpty();
        car.bus().setUp(false);
        assertThat(metrics()).containsEntry("can_bus_up", 0.0);
        assertThat(obd.module().health().problems())
                .singleElement()
                .asString()
                .contains("down")
                .contains("can@virtual0");
    }

    @Test
    void equalQueriesWithinTheSettingShareOneRequest() throws Exception {
        ObdSettings sharing = new ObdSettings("virtual0", "6", 300, 60, 1_000, 0, false, null, null, 0, null, null);
        try (Car own = new Car().supports("7E8", 1, 0x0C).when("7DF#02010C", "7E8#04410C0FA0");
                Obd shared = new Obd(own, sharing, Path.of("no-folder"))) {
            assertThat(shared.query("RPM").get("value").asDouble()).isEqualTo(1000.0);
            assertThat(shared.query("RPM", "formula", "message.data[2]")
                            .get("value")
                            .asInt())
                    .isEqualTo(0x0F);
            assertThat(shared.query("RPM", "unit", "1/min").get("unit").asText())
                    .isEqualTo("1/min");
            assertThat(own.heard("7DF#02010C")).isEqualTo(1);
            assertThat(shared.call("obd.status")
                            .get("connection")
                            .get("shared_answers")
                            .asInt())
                    .isEqualTo(2);
        }
    }

    @Test
    void listenOnlyByTheSettingsSendsNothing() throws Exception {
        ObdSettings listening = new ObdSettings("virtual0", "6", 300, 60, 0, 0, true, null, null, 0, null, null);
        try (Car own = new Car();
                Obd silent = new Obd(own, listening, Path.of("no-folder"))) {
            assertThat(silent.refusal("RPM", "force", true).code()).isEqualTo("BUS_LISTEN_ONLY");
            assertThat(silent.failure("obd.send", "message", "7DF#02010C").code())
                    .isEqualTo("BUS_LISTEN_ONLY");
            assertThat(own.heard()).isEmpty();
        }
    }

    @Test
    void paddingAndGapFollowTheSettings() throws Exception {
        ObdSettings settings = new ObdSettings("virtual0", "6", 300, 60, 0, 100, false, null, null, 0xAA, null, null);
        try (Car own = new Car().whenExactly("7DF#02010CAAAAAAAAAA", "7E8#04410C0FA0");
                Obd slow = new Obd(own, settings, Path.of("no-folder"))) {
            long begun = System.nanoTime();
            slow.query("RPM", "force", true);
            slow.query("RPM", "force", true);
            assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(100_000_000L);
        }
    }

    @Test
    void settingsOutOfRangeNameTheKeyAndWhatIsAllowed() {
        assertThatThrownBy(() -> new ObdSettings(null, null, 9, null, null, null, false, null, null, null, null, null))
                .hasMessage("response_timeout_ms: 9 is not from 10 to 30000");
        assertThatThrownBy(() -> new ObdSettings(null, null, null, 4, null, null, false, null, null, null, null, null))
                .hasMessage("quiet_time_ms: 4 is not from 5 to 5000");
        assertThatThrownBy(
                        () -> new ObdSettings(null, null, null, null, 1001, null, false, null, null, null, null, null))
                .hasMessage("share_ms: 1001 is not from 0 to 1000");
        assertThatThrownBy(() -> new ObdSettings(null, null, null, null, null, -1, false, null, null, null, null, null))
                .hasMessage("minimum_gap_ms: -1 is not from 0 to 10000");
        assertThatThrownBy(
                        () -> new ObdSettings(null, null, null, null, null, null, false, null, null, 256, null, null))
                .hasMessage("padding: 256 is not from -1 to 255");
        assertThatThrownBy(
                        () -> new ObdSettings(null, null, null, null, null, null, false, 199, null, null, null, null))
                .hasMessage("silence_ms: 199 is not from 200 to 3600000");
        assertThatThrownBy(
                        () -> new ObdSettings(null, "5", null, null, null, null, false, null, null, null, null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("protocol: unsupported protocol '5'");
    }

    @Test
    void everyFunctionHasASummary() {
        assertThat(obd.module().functions())
                .extracting(function -> function.name())
                .contains(
                        "obd.query",
                        "obd.query_many",
                        "obd.commands",
                        "obd.protocol",
                        "obd.status",
                        "obd.send",
                        "obd.dtc",
                        "obd.vin",
                        "obd.monitor",
                        "obd.dump",
                        "obd.recordings",
                        "obd.play",
                        "obd.formula");
        assertThat(obd.module().functions())
                .allSatisfy(each -> assertThat(each.summary()).isNotBlank());
    }
}
