package io.outrider.obd.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Examples of AutoPi's documentation, frame for frame. */
class WorkedExamplesTest {
    private Car car;
    private Obd obd;

    @BeforeEach
    void open() throws Exception {
        car = new Car();
        obd = Obd.on(car);
    }

    @AfterEach
    void close() throws Exception {
        obd.close();
    }

    @Test
    void anRpmByName() throws Exception {
        car.supports("7E8", 1, 0x0C).when("7DF#02010C", "7E8#04410C0FA0000000");
        assertThat(obd.query("RPM"))
                .hasToString("{\"_type\":\"rpm\",\"value\":1000.0,\"unit\":\"revolutions_per_minute\","
                        + "\"_stamp\":\"2023-08-28T12:22:31.253543\"}");
    }

    @Test
    void speedAndTemperatureAreWholeNumbers() throws Exception {
        car.supports("7E8", 1, 0x05, 0x0D).when("7DF#02010D", "7E8#03410D33").when("7DF#020105", "7E8#0341053B");
        assertThat(obd.query("speed").toString()).contains("\"_type\":\"speed\",\"value\":51,\"unit\":\"kph\"");
        assertThat(obd.query("COOLANT_TEMP").toString()).contains("\"value\":19,\"unit\":\"degC\"");
    }

    @ParameterizedTest
    @CsvSource({"01, 0C", "1, C", "x01, x0C", "'\"01\"', '\"0C\"'", "0x01, 0x0c"})
    void aCustomRequestSendsWhatTheDocumentationShows(String mode, String pid) throws Exception {
        car.supports("7E8", 1, 0x0C).when("7DF#02010C", "7E8#04410C0FA0000000");
        JsonNode reading = obd.query("test", "mode", mode, "pid", pid);
        assertThat(reading.get("value").asText()).isEqualTo("7e804410c0fa0000000");
        assertThat(reading.has("unit")).isFalse();
        assertThat(car.heard("7DF#02010C0000000000")).isEqualTo(1);
    }

    @Test
    void aHexadecimalNameIsTheRequest() throws Exception {
        car.when("7DF#02010C", "7E8#04410C0FA0000000");
        assertThat(obd.query("010C", "force", true).get("value").asText()).isEqualTo("7e804410c0fa0000000");
    }

    @Test
    void theProprietarySpeed() throws Exception {
        car.when("1AA#0200010000000000", "2AA#0200430000000000");
        Object[] arguments = {
            "header",
            "1AA",
            "mode",
            "00",
            "pid",
            "01",
            "can_flow_control_filter",
            "2AA,7FF",
            "can_flow_control_id_pair",
            "1AA,2AA",
            "force",
            true
        };
        assertThat(obd.query("PROPRIETARY_SPEED", arguments))
                .hasToString("{\"_type\":\"proprietary_speed\",\"value\":\"2aa0200430000000000\","
                        + "\"_stamp\":\"2023-08-28T12:22:31.253543\"}");
        Object[] calculated = Arrays.copyOf(arguments, arguments.length + 2);
        calculated[arguments.length] = "formula";
        calculated[arguments.length + 1] = "bytes_to_int(message.data)";
        assertThat(obd.query("PROPRIETARY_SPEED", calculated))
                .hasToString("{\"_type\":\"proprietary_speed\",\"value\":67,"
                        + "\"_stamp\":\"2023-08-28T12:22:31.253543\"}");
    }

    @Test
    void rawAnswersOfAllEcusAreLines() throws Exception {
        car.when("7DF#020902", "7E8#1014490201314734", "7EA#0349020A")
                .when("7E0#300000", "7E8#214A433532343434", "7E8#2252373235323336");
        assertThat(obd.query("VIN", "decoder", "raw_string", "force", true)
                        .get("value")
                        .asText()
                        .lines())
                .containsExactlyInAnyOrder(
                        "7e81014490201314734", "7e8214a433532343434", "7e82252373235323336", "7ea0349020a");
    }

    @Test
    void aVinIsText() throws Exception {
        car.supports("7E8", 1, 0x0C)
                .supports("7E8", 9, 0x02)
                .when("7DF#020902", "7E8#1014490201314734")
                .when("7E0#300000", "7E8#214A433532343434", "7E8#2252373235323336");
        assertThat(obd.call("obd.vin").get("value").asText()).isEqualTo("1G4JC52444R725236");
        assertThat(car.heard("7E0#3000000000000000")).isEqualTo(1);
    }

    @Test
    void aStateOfChargeWithTheShorthandOfACommunity() throws Exception {
        car.when("7E4#03220105", "7EC#102E620105FFFB74")
                .when(
                        "7E4#300000",
                        "7EC#210F012C01012C0F",
                        "7EC#220F0F1010100F10",
                        "7EC#2300001010101010",
                        "7EC#2410101000003C3C",
                        "7EC#2554001010101000",
                        "7EC#2600000000AAAAAA");
        for (String[] request : new String[][] {{"22", "0105"}, {"220", "105"}, {"220", "0105"}}) {
            assertThat(obd.query(
                                    "SOC",
                                    "header",
                                    "7E4",
                                    "mode",
                                    request[0],
                                    "pid",
                                    request[1],
                                    "bytes",
                                    64,
                                    "formula",
                                    "bytes_to_int(message.data[34:35])/2.0",
                                    "unit",
                                    "percent")
                            .toString())
                    .contains("\"_type\":\"soc\",\"value\":42.0,\"unit\":\"percent\"");
        }
    }

    @Test
    void aNamedDecoderSetsItsUnit() throws Exception {
        car.when("7E0#020105", "7E8#0341053B");
        Object[] arguments = {"header", "7E0", "mode", "01", "pid", "05", "decoder", "temp"};
        assertThat(obd.query("coolant", arguments).toString()).contains("\"value\":19,\"unit\":\"degC\"");
    }

    @Test
    void typeAndUnitArgumentsAreUsed() throws Exception {
        car.when("7DF#02010C", "7E8#04410C0FA0000000");
        assertThat(obd.query("RPM", "type", "Engine_Speed", "unit", "1/min", "force", true)
                        .toString())
                .contains("\"_type\":\"engine_speed\",\"value\":1000.0,\"unit\":\"1/min\"");
    }

    @Test
    void zeroIsAValue() throws Exception {
        car.when("7DF#02010D", "7E8#03410D00");
        assertThat(obd.query("SPEED", "force", true).get("value").asInt(-1)).isZero();
    }
}
