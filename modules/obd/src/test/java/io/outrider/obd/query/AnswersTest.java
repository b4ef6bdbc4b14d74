package io.outrider.obd.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import io.outrider.testkit.Announces;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of answers, refusals, silence and frames of other exchanges. */
class AnswersTest {
    private static final Object[] ENGINE_VIN = {"header", "7E0", "mode", "22", "pid", "F190"};

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

    private static Object[] with(Object[] arguments, Object... more) {
        Object[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return all;
    }

    @Test
    void aRefusalIsAnErrorThatNamesTheCodeInWords() throws Exception {
        car.when("7E0#0322F190", "7E8#037F2231AAAAAAAA");
        Failure refusal = obd.refusal("vin", ENGINE_VIN);
        assertThat(refusal).hasMessage("7e8 refuses 22 F1 90 to 7e0: request out of range (7F 22 31)");
        assertThat(refusal.code()).isEqualTo("NEGATIVE_RESPONSE");
        assertThat(refusal.actor()).isEqualTo(Failure.Actor.VEHICLE);
    }

    @Test
    void formulasAreNotEvaluatedOnARefusal() throws Exception {
        car.when("7E0#0322F190", "7E8#037F2231").when("1AA#020001", "2AA#037F0011");
        assertThat(obd.refusal("vin", with(ENGINE_VIN, "formula", "len(message.data)"))
                        .code())
                .isEqualTo("NEGATIVE_RESPONSE");
        assertThat(obd.refusal(
                                "own",
                                "header",
                                "1AA",
                                "mode",
                                "00",
                                "pid",
                                "01",
                                "can_flow_control_filter",
                                "2AA",
                                "formula",
                                "len(message.data)")
                        .code())
                .isEqualTo("NEGATIVE_RESPONSE");
    }

    @Test
    void aRefusalDoesNotAffectAnotherAnswer() throws Exception {
        car.when("7DF#0322F190", "7E8#037F2211", "7E9#0462F19031");
        assertThat(obd.query("vin", "mode", "22", "pid", "F190").get("value").asText())
                .isEqualTo("7e90462f19031");
    }

    @Test
    void allRefusingEcusAreNamed() throws Exception {
        car.when("7DF#0322F190", "7E8#037F2211", "7E9#037F2222");
        assertThat(obd.refusal("vin", "mode", "22", "pid", "F190"))
                .hasMessageContaining("7e8 refuses")
                .hasMessageContaining("; 7e9 refuses")
                .hasMessageContaining("conditions not correct (7F 22 22)");
    }

    @Test
    void theEnginesAnswerIsUsedEvenIfAnotherIsFaster() throws Exception {
        car.supports("7E8", 1, 0x0D).supports("7EA", 1, 0x0D);
        car.when("7DF#02010D", "7EA#03410D01", "20ms 7E8#03410D33");
        assertThat(obd.query("SPEED").get("value").asInt()).isEqualTo(0x33);
        assertThat(obd.query("SPEED", "formula", "message.data[2]").get("value").asInt())
                .isEqualTo(0x33);
        assertThat(obd.query("SPEED", "formula", "len(messages)").get("value").asInt())
                .isEqualTo(2);
    }

    @Test
    void ifTheEngineRefusesAnotherAnswerIsUsed() throws Exception {
        car.supports("7E8", 1, 0x0D);
        car.when("7DF#02010D", "7E8#037F0122", "20ms 7EA#03410D01");
        assertThat(obd.query("SPEED").get("value").asInt()).isEqualTo(1);
    }

    @Test
    void foreignMessagesAreNoAnswers() throws Exception {
        car.when(
                "7E0#0322F190",
                "7E8#0462F18C31",
                "7E8#037F1011",
                "7E9#0462F19033",
                "123#0462F19034",
                "30ms 7E8#0462F19031");
        assertThat(obd.query("vin", ENGINE_VIN).get("value").asText()).isEqualTo("7e80462f19031");
    }

    @Test
    void silenceIsReportedInAutopisWordsWithARemedy() throws Exception {
        Failure silence = obd.refusal("vin", ENGINE_VIN);
        assertThat(silence)
                .hasMessageStartingWith(
                        "No data received from vehicle within timeout: nobody answered 22 F1 90 to 7e0");
        assertThat(silence.code()).isEqualTo("NO_DATA");
        car.when("7E0#0322F190", "7E8#0462F18C31");
        assertThat(obd.refusal("vin", ENGINE_VIN)).hasMessageContaining("answer something else came from 7e8");
    }

    @Test
    void anIncompleteAnswerIsReportedWithItsPosition() throws Exception {
        car.when("7E0#0322F190", "7E8#101462F190314734").when("7E0#300000", "7E8#2252373235323336");
        Failure broken = obd.refusal("vin", ENGINE_VIN);
        assertThat(broken.code()).isEqualTo("BROKEN_ANSWER");
        assertThat(broken).hasMessageStartingWith("7e8: consecutive frame 1 was expected and 2 came");
    }

    @Test
    void aFilterAppliesToItsQueryOnly() throws Exception {
        car.when("7E0#0322F190", "7E8#0462F19031", "2AA#0462F19032");
        assertThat(obd.query("vin", with(ENGINE_VIN, "can_flow_control_filter", "2AA,7FF"))
                        .get("value")
                        .asText())
                .isEqualTo("2aa0462f19032");
        assertThat(obd.query("vin", ENGINE_VIN).get("value").asText()).isEqualTo("7e80462f19031");
        assertThat(obd.query("vin", with(ENGINE_VIN, "flow_control_filter", "2AA,7FF"))
                        .get("value")
                        .asText())
                .isEqualTo("2aa0462f19032");
    }

    @Test
    void aPairAppliesToItsQueryOnly() throws Exception {
        car.when("1AA#0322F190", "2AA#100862F190313233")
                .when("1AA#300000", "2AA#213435")
                .when("7E0#0322F190", "7E8#100862F190414243")
                .when("7E0#300000", "7E8#214445");
        Object[] paired = {"header", "1AA", "mode", "22", "pid", "F190", "flow_control_id_pair", "2AA,1AA"};
        for (int i = 0; i < 2; i++) {
            assertThat(obd.query("a", with(paired, "formula", "message.data[3:].decode()"))
                            .get("value")
                            .asText())
                    .isEqualTo("12345");
            assertThat(obd.query("b", with(ENGINE_VIN, "formula", "message.data[3:].decode()"))
                            .get("value")
                            .asText())
                    .isEqualTo("ABCDE");
        }
    }

    @Test
    void theTimeoutOfAQueryOverridesTheDefault() throws Exception {
        car.when("7E0#0322F190", "500ms 7E8#0462F19031");
        assertThat(obd.refusal("vin", ENGINE_VIN).code()).isEqualTo("NO_DATA");
        assertThat(obd.query("vin", with(ENGINE_VIN, "timeout", 5)).get("value").asText())
                .isEqualTo("7e80462f19031");
    }

    @Test
    void anUnexpectedLengthIsAdjustedOrWithStrictRefused() throws Exception {
        car.when("7E0#0322F190", "7E8#0562F1903132");
        assertThat(length(8)).isEqualTo("62f1903132000000");
        assertThat(length(4)).isEqualTo("62f19031");
        assertThat(length(0)).isEqualTo("62f1903132");
        assertThat(obd.refusal("vin", with(ENGINE_VIN, "bytes", 8, "strict", true)))
                .hasMessage("vin: the answer is shorter than expected (5/8 bytes); leave strict away to take it all the"
                        + " same");
        assertThat(obd.refusal("vin", with(ENGINE_VIN, "bytes", 4, "strict", true)))
                .hasMessageContaining("longer than expected (5/4 bytes)");
        assertThat(obd.query("vin", with(ENGINE_VIN, "bytes", 5, "strict", true))
                        .get("value")
                        .asText())
                .isEqualTo("7e80562f1903132");
    }

    private String length(int bytes) throws Exception {
        return obd.query("vin", with(ENGINE_VIN, "bytes", bytes, "formula", "bytes_to_hex(message.data)"))
                .get("value")
                .asText();
    }

    @Test
    @Announces("vin: expected 3 answers but got 2")
    void anUnexpectedNumberOfAnswersIsLoggedOrWithStrictRefused() throws Exception {
        car.when("7DF#0322F190", "7E8#0462F19031", "7E9#0462F19032");
        Object[] all = {"mode", "22", "pid", "F190"};
        assertThat(obd.query("vin", with(all, "frames", 3))
                        .get("value")
                        .asText()
                        .lines())
                .hasSize(2);
        assertThat(obd.refusal("vin", with(all, "frames", 3, "strict", true)))
                .hasMessageStartingWith("vin: expected 3 answers but got 2");
        obd.query("vin", with(all, "frames", 2, "strict", true));
        assertThat(car.heard("7DF#0322F190")).isEqualTo(3); // verification never applies to the request itself
    }

    @Test
    void aSlicePastTheEndIsZeroAndAnIndexIsAnError() throws Exception {
        car.when("7E0#0322F190", "7E8#0462F19031");
        assertThat(obd.query("a", with(ENGINE_VIN, "formula", "bytes_to_int(message.data[9:10])"))
                        .get("value")
                        .asInt(-1))
                .isZero();
        Failure outside = obd.refusal("a", with(ENGINE_VIN, "formula", "message.data[9]"));
        assertThat(outside).hasMessageStartingWith("Failed to calculate formula: ");
        assertThat(outside.code()).isEqualTo("FORMULA_FAILED");
        assertThat(outside.actor()).isEqualTo(Failure.Actor.VEHICLE);
        assertThat(obd.refusal("a", with(ENGINE_VIN, "formula", "float('inf')")).code())
                .isEqualTo("FORMULA_FAILED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9**9**9", "sum(i for i in range(10**9))"})
    void aFormulaPastItsLimitsIsAnErrorOfTheCaller(String formula) throws Exception {
        car.when("7E0#0322F190", "7E8#0462F19031");
        Failure refused = obd.refusal("a", with(ENGINE_VIN, "formula", formula));
        assertThat(refused.actor()).isEqualTo(Failure.Actor.CALLER);
        assertThat(refused.code()).isEqualTo("FORMULA_FAILED");
    }

    @Test
    void theUnitArgumentIsALabelOnly() throws Exception {
        car.when("7E0#0322F190", "7E8#0462F19031");
        JsonNode reading = obd.query("a", with(ENGINE_VIN, "formula", "message.data[3]", "unit", "mph"));
        assertThat(reading.get("value").asInt()).isEqualTo(0x31);
        assertThat(reading.get("unit").asText()).isEqualTo("mph");
    }

    @ParameterizedTest
    @ValueSource(strings = {"((((", "1 +", "import os", "__import__('os')", "message.__class__", "", "lambda"})
    void anInvalidFormulaIsRefusedBeforeTheRequest(String formula) throws Exception {
        assertThat(obd.refusal("a", with(ENGINE_VIN, "formula", formula))).hasMessageStartingWith("formula: ");
        assertThat(car.heard()).isEmpty();
    }

    @Test
    void aFormulaOfAMegabyteIsRefusedWithAShortMessage() throws Exception {
        Failure refusal = obd.refusal("a", with(ENGINE_VIN, "formula", "(".repeat(1 << 20)));
        assertThat(refusal.getMessage()).startsWith("formula: ").hasSizeLessThan(300);
        assertThat(car.heard()).isEmpty();
    }

    @Test
    void anUnknownDecoderListsTheKnownOnes() throws Exception {
        assertThat(obd.refusal("a", with(ENGINE_VIN, "decoder", "warp")))
                .hasMessageStartingWith("decoder: there is no decoder 'warp'; there are raw_string, ")
                .hasMessageContaining("percent");
    }

    @Test
    void anAnswerTooShortForItsDecoderIsReported() throws Exception {
        car.when("7E0#02010C", "7E8#03410C0F");
        assertThat(obd.refusal("a", "header", "7E0", "mode", "1", "pid", "C", "decoder", "uas_07")
                        .code())
                .isEqualTo("SHORT_ANSWER");
    }

    @Test
    void aBusThatIsDownOrListenOnlyIsAnErrorOfTheOperator() throws Exception {
        car.bus().setUp(false);
        Failure down = obd.refusal("vin", ENGINE_VIN);
        assertThat(down.actor()).isEqualTo(Failure.Actor.OPERATOR);
        assertThat(down.code()).isEqualTo("BUS_DOWN");
        assertThat(down).hasMessageContaining("virtual0 is down").hasMessageContaining("ip link set virtual0 up");
        car.bus().setUp(true);
        car.bus().transmitter().listenOnly(true);
        for (String function : new String[] {"obd.vin", "obd.dtc", "obd.commands"}) {
            assertThat(obd.failure(function).code()).isEqualTo("BUS_LISTEN_ONLY");
        }
        assertThat(obd.refusal("RPM")).hasMessageContaining("listen only");
        car.bus().transmitter().listenOnly(false);
        car.bus().transmitter().pauseFor(TimeUnit.HOURS.toNanos(1));
        assertThat(obd.refusal("RPM").code()).isEqualTo("BUS_PAUSED");
        assertThat(car.heard()).isEmpty();
    }
}
