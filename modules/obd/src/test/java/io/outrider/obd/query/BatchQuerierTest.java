package io.outrider.obd.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of several queries in one call, with as many as possible in one request. */
class BatchQuerierTest {
    private Car car;
    private Obd obd;

    @BeforeEach
    void open() throws Exception {
        car = new Car().supports("7E8", 1, 0x04, 0x05, 0x0B, 0x0C, 0x0D, 0x0F, 0x11);
        obd = Obd.on(car);
    }

    @AfterEach
    void close() {
        obd.close();
    }

    private JsonNode many(Object... queries) throws Exception {
        return obd.call("obd.query_many", "queries", Arrays.asList(queries)).get("values");
    }

    private void answersAlone() {
        car.when("7DF#02010C", "7E8#04410C0FA0").when("7DF#02010D", "7E8#03410D33");
    }

    @Test
    void severalPidsTravelInOneRequest() throws Exception {
        car.when("7DF#03010C0D", "7E8#06410C0FA00D33");
        JsonNode values = many("RPM", "SPEED");
        assertThat(values.get(0).toString()).startsWith("{\"_type\":\"rpm\",\"value\":1000.0,\"unit\":\"rev");
        assertThat(values.get(1).get("value").asInt()).isEqualTo(51);
        assertThat(car.heard()).containsExactly(Car.filled("7DF#020100"), Car.filled("7DF#03010C0D"));
    }

    @Test
    void sevenPidsAreSixAndOne() throws Exception {
        car.when("7DF#0701040C0D05110F", "7E8#100E41040A0C0FA0")
                .when("7E0#300000", "7E8#210D330532110A0F", "7E8#2232AAAAAAAAAAAA")
                .when("7DF#02010B", "7E8#03410B64");
        JsonNode values =
                many("ENGINE_LOAD", "RPM", "SPEED", "COOLANT_TEMP", "THROTTLE_POS", "INTAKE_TEMP", "INTAKE_PRESSURE");
        assertThat(values.findValuesAsText("_type"))
                .containsExactly(
                        "engine_load",
                        "rpm",
                        "speed",
                        "coolant_temp",
                        "throttle_pos",
                        "intake_temp",
                        "intake_pressure");
        assertThat(values.get(5).get("value").asInt()).isEqualTo(10);
        assertThat(values.get(6).get("value").asInt()).isEqualTo(100);
        assertThat(car.heard("7DF#02010B")).isEqualTo(1);
    }

    @Test
    void aRefusedMultiPidRequestDisablesThem() throws Exception {
        car.when("7DF#03010C0D", "7E8#037F0112");
        answersAlone();
        for (int i = 0; i < 2; i++) {
            JsonNode values = many("RPM", "SPEED");
            assertThat(values.get(0).get("value").asDouble()).isEqualTo(1000.0);
            assertThat(values.get(1).get("value").asInt()).isEqualTo(51);
        }
        assertThat(car.heard("7DF#03010C0D")).isEqualTo(1);
    }

    @Test
    void pidsMissingInAnAnswerAreRequestedOneByOne() throws Exception {
        car.when("7DF#03010C0D", "7E8#04410C0FA0");
        answersAlone();
        for (int i = 0; i < 2; i++) {
            assertThat(many("RPM", "SPEED").get(1).get("value").asInt()).isEqualTo(51);
        }
        assertThat(car.heard("7DF#03010C0D")).isEqualTo(1);
    }

    @Test
    void multiPidRequestsEndAfterThreeWithoutAnAnswer() throws Exception {
        answersAlone();
        for (int i = 0; i < 4; i++) {
            many("RPM", "SPEED");
        }
        assertThat(car.heard("7DF#03010C0D")).isEqualTo(3);
    }

    @Test
    void aSilentVehicleThatSupportsMultiPidRequestsGetsNoSingleOnes() throws Exception {
        car.when("7DF#03010C0D", "7E8#06410C0FA00D33");
        many("RPM", "SPEED");
        car.forget("7DF#03010C0D");
        assertThatThrownBy(() -> many("RPM", "SPEED")).hasMessageContaining("nobody answered");
        assertThat(car.heard()).hasSize(3).endsWith(Car.filled("7DF#03010C0D"));
    }

    @Test
    void queriesWithArgumentsHaveAutopisForm() throws Exception {
        car.when("7E4#0322B002", "7EC#0562B0020102");
        JsonNode values = many(Map.of(
                "args", List.of("odo"),
                "kwargs",
                        Map.of(
                                "mode",
                                22,
                                "pid",
                                "B002",
                                "header",
                                "7E4",
                                "formula",
                                "bytes_to_int(message.data[3:])")));
        assertThat(values.get(0).get("value").asInt()).isEqualTo(0x102);
    }

    @Test
    void aFailingQueryDoesNotAffectTheOthers() throws Exception {
        answersAlone();
        JsonNode values = many("RPM", "MAF", Map.of("args", List.of("x"), "kwargs", Map.of("pid", "0G")), "RMP");
        assertThat(values.get(0).get("value").asDouble()).isEqualTo(1000.0);
        assertThat(values.get(1).toString())
                .isEqualTo("{\"_type\":\"maf\",\"error\":\"Command may not be supported - add 'force=True' to run it"
                        + " anyway\"}");
        assertThat(values.get(2).get("_type").asText()).isEqualTo("x");
        assertThat(values.get(2).get("error").asText()).startsWith("queries[2]: pid: '0G' is not hexadecimal");
        assertThat(values.get(3).get("_type").asText()).isEqualTo("rmp");
        assertThat(values.get(3).get("error").asText()).startsWith("queries[3]: ");
        assertThat(values.get(3).get("error").asText()).contains("did you mean RPM");
    }

    @Test
    void anInvalidQueryIsReportedUnderItsType() throws Exception {
        answersAlone();
        JsonNode values = many(
                "RPM",
                "Nope",
                Map.of("args", List.of("a"), "kwargs", Map.of("pid", "0G", "type", "Mine")),
                Map.of("kwargs", Map.of("name", "B", "pid", "0G")),
                7,
                "x".repeat(500));
        assertThat(values.findValuesAsText("_type").subList(1, 6))
                .containsExactly("nope", "mine", "b", "query", "x".repeat(100) + "…");
    }

    @Test
    void theCallFailsIfAllQueriesFail() throws Exception {
        assertThat(obd.failure("obd.query_many", "queries", List.of("MAF", "FUEL_LEVEL"))
                        .code())
                .isEqualTo("NOT_SUPPORTED");
    }

    @Test
    void anElementThatIsNoQueryIsReported() throws Exception {
        for (Object query : new Object[] {7, null, List.of(), Map.of("args", 1), Map.of("kwargs", "x"), Map.of()}) {
            assertThat(obd.failure("obd.query_many", "queries", Arrays.asList(query))
                            .code())
                    .as("%s", query)
                    .isEqualTo("BAD_ARGUMENT");
        }
        assertThat(obd.failure("obd.query_many", "queries", List.of()))
                .hasMessageStartingWith("queries: give 1 to 200");
        assertThat(obd.failure("obd.query_many", "queries", Collections.nCopies(201, "RPM")))
                .hasMessageEndingWith("not 201");
    }

    @Test
    void aQueryWithItsOwnProtocolIsSentAlone() throws Exception {
        answersAlone();
        car.when("18DB33F1#02010C", "18DAF110#04410C0FA4");
        JsonNode values =
                many("SPEED", Map.of("args", List.of("RPM"), "kwargs", Map.of("protocol", "7", "force", true)));
        assertThat(values.get(1).get("value").asDouble()).isEqualTo(1001.0);
    }
}
