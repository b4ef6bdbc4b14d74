package io.outrider.obd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of requests to two ECUs of which one gives no complete answer. */
class MissingAnswersTest {
    /** Starts an answer in two frames; the second frame has the sequence number of the third. */
    private static final String BEGINS = "1008430301040105";

    private static final String BREAKS_OFF = "220106";

    private Car car;
    private Obd obd;

    @BeforeEach
    void open() throws Exception {
        car = new Car().supports("7E8", 1, 0x01, 0x0C).supports("7E9", 1, 0x01, 0x0D);
        obd = Obd.on(car);
    }

    @AfterEach
    void close() {
        obd.close();
    }

    private JsonNode missing(JsonNode result) {
        assertThat(result.get("missing")).hasSize(1);
        return result.get("missing").get(0);
    }

    @Test
    void anIncompleteAnswerIsNotReportedAsNoCodes() throws Exception {
        car.when("7DF#0103", "7E8#024300", "7E9#" + BEGINS).when("7E1#300000", "7E9#" + BREAKS_OFF);
        JsonNode result = obd.call("obd.dtc");
        assertThat(result.get("values")).isEmpty();
        assertThat(missing(result).get("ecu").asText()).isEqualTo("7e9");
        assertThat(missing(result).get("code").asText()).isEqualTo("BROKEN_ANSWER");
        assertThat(missing(result).get("error").asText())
                .startsWith("7e9: consecutive frame 1 was expected and 2 came");
        assertThat(obd.retcode("obd.dtc")).isEqualTo(2);
    }

    @Test
    void receivedCodesAreReturnedWithTheMissingEcus() throws Exception {
        car.when("7DF#0103", "7E8#" + BEGINS, "7E9#0443010104").when("7E0#300000", "7E8#" + BREAKS_OFF);
        JsonNode result = obd.call("obd.dtc");
        assertThat(result.get("values").findValuesAsText("code")).containsExactly("P0104");
        assertThat(result.get("_type").asText()).isEqualTo("dtc");
        assertThat(missing(result).get("ecu").asText()).isEqualTo("7e8");
    }

    @Test
    void anUnreadableAnswerDoesNotHideTheCodesOfOthers() throws Exception {
        car.when("7DF#0103", "7E8#0143", "7E9#0443010104");
        JsonNode result = obd.call("obd.dtc");
        assertThat(result.get("values").findValuesAsText("code")).containsExactly("P0104");
        assertThat(missing(result).get("ecu").asText()).isEqualTo("7e8");
        assertThat(missing(result).get("code").asText()).isEqualTo("SHORT_ANSWER");
        assertThat(missing(result).get("error").asText()).startsWith("7e8: the vehicle answered 43, 1 bytes where");
        assertThat(obd.retcode("obd.dtc")).isEqualTo(2);
    }

    @Test
    void unreadableAnswersOnlyAreAnError() throws Exception {
        car.when("7DF#0103", "7E8#0143", "7E9#0143");
        assertThat(obd.failure("obd.dtc").code()).isEqualTo("SHORT_ANSWER");
    }

    @Test
    void refusingAndSilentEcusAreMissing() throws Exception {
        car.when("7DF#0103", "7E8#024300", "7E9#037F0322").when("7DF#0107", "7E9#024700");
        JsonNode refused = missing(obd.call("obd.dtc"));
        assertThat(refused.get("error").asText()).isEqualTo("7e9 refuses 03 to 7df: conditions not correct (7F 03 22)");
        assertThat(refused.get("code").asText()).isEqualTo("NEGATIVE_RESPONSE");
        JsonNode silent = missing(obd.call("obd.dtc", "kind", "pending"));
        assertThat(silent.toString())
                .isEqualTo("{\"ecu\":\"7e8\",\"error\":\"7e8 did not answer 07 to 7df\",\"code\":\"NO_DATA\"}");
    }

    @Test
    void completeAnswersHaveNoMissingField() throws Exception {
        car.when("7DF#0103", "7E8#024300", "7E9#024300");
        assertThat(obd.call("obd.dtc").has("missing")).isFalse();
        assertThat(obd.retcode("obd.dtc")).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "7E9#037F0422, 7e9 refuses 04 to 7df: conditions not correct (7F 04 22)",
        "'', 7e9 did not answer 04 to 7df",
    })
    void incompleteClearingIsAnErrorThatNamesBothEcus(String other, String why) throws Exception {
        if (other.isEmpty()) {
            car.when("7DF#0104", "7E8#0144");
        } else {
            car.when("7DF#0104", "7E8#0144", other);
        }
        assertThat(obd.failure("obd.dtc", "clear", true))
                .hasMessage(why + "; not everything is cleared, only what 7e8 had");
    }

    @Test
    void readinessComesFromTheEngineOrFails() throws Exception {
        car.when("7DF#020101", "7E9#06410100000000", "7E8#037F0122");
        Failure failure = obd.refusal("STATUS");
        assertThat(failure).hasMessage("7e8 refuses 01 01 to 7df: conditions not correct (7F 01 22)");
        assertThat(failure.code()).isEqualTo("NEGATIVE_RESPONSE");
    }

    @Test
    void aSilentEngineIsNotReplacedByTheGearbox() throws Exception {
        car.when("7DF#020101", "7E9#06410100000000");
        assertThat(obd.refusal("STATUS")).hasMessage("7e8 did not answer 01 01 to 7df");
    }

    @Test
    void theSpeedIsTakenFromAnyEcu() throws Exception {
        car.supports("7E8", 1, 0x0D);
        car.when("7DF#02010D", "7E9#03410D33", "7E8#037F0122");
        assertThat(obd.query("SPEED").get("value").asInt()).isEqualTo(0x33);
        assertThat(obd.query("SPEED").has("missing")).isFalse();
    }

    @Test
    void anEcuWithoutTheValueDoesNotFailTheQuery() throws Exception {
        car.when("7DF#020101", "7E9#06410181000000", "7E8#037F0112");
        JsonNode status = obd.query("STATUS");
        assertThat(status.get("value").toString()).contains("true");
        assertThat(status.has("missing")).isFalse();
    }

    @Test
    void theEnginesTroubleCodesAreNotTakenFromTheGearbox() throws Exception {
        car.when("7DF#0103", "7E9#024300", "7E8#" + BEGINS).when("7E0#300000", "7E8#" + BREAKS_OFF);
        assertThat(obd.refusal("GET_DTC").code()).isEqualTo("BROKEN_ANSWER");
        assertThat(obd.refusal("x", "mode", "03", "formula", "message.data[1]").code())
                .isEqualTo("BROKEN_ANSWER");
    }

    @Test
    void rawFramesOfAllEcusNameTheMissingOnes() throws Exception {
        car.when("7DF#0103", "7E8#024300", "7E9#" + BEGINS).when("7E1#300000", "7E9#" + BREAKS_OFF);
        JsonNode raw = obd.query("codes", "mode", "03");
        assertThat(raw.get("value").asText()).isEqualTo("7e8024300");
        assertThat(missing(raw).get("ecu").asText()).isEqualTo("7e9");
    }

    @Test
    void anIncompleteVinOfTheEngineIsNotTakenFromTheGearbox() throws Exception {
        car.supports("7E8", 9, 0x02);
        car.when("7DF#020902", "7E9#1014490201314734", "7E8#1014490201314734")
                .when("7E1#300000", "7E9#2131323334353637", "7E9#2238394142434445")
                .when("7E0#300000", "7E8#2231323334353637");
        assertThat(obd.failure("obd.vin").code()).isEqualTo("BROKEN_ANSWER");
    }

    @Test
    void anIncompleteListOfCommandsNamesTheMissingEcu() throws Exception {
        assertThat(obd.call("obd.commands").has("missing")).isFalse();
        car.forget("7DF#020100").when("7DF#020100", "7E9#06410000080000", "7E8#037F0121");
        JsonNode commands = obd.call("obd.commands");
        assertThat(missing(commands).get("ecu").asText()).isEqualTo("7e8");
        assertThat(commands.get("supported").has("RPM")).as("known from before").isTrue();
        assertThat(obd.retcode("obd.commands")).isEqualTo(2);
    }

    @Test
    void aPidOfAMissingBitmapIsNotReportedAsUnsupported() throws Exception {
        car.forget("7DF#020100").when("7DF#020100", "7E8#06410000000000", "7E9#037F0121");
        Failure failure = obd.refusal("RPM");
        assertThat(failure.code()).isEqualTo("NEGATIVE_RESPONSE");
        assertThat(failure)
                .hasMessage("7e9 refuses 01 00 to 7df: busy, repeat request (7F 01 21), so it is not known what it"
                        + " supports; ask again, or add force=true");
    }
}
