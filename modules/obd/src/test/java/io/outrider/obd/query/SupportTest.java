package io.outrider.obd.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the check against the PIDs that the vehicle lists. */
class SupportTest {
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
    void anUnlistedCommandIsRefusedInAutopisWordsAndNotSent() throws Exception {
        car.supports("7E8", 1, 0x0C, 0x2F);
        for (Failure refusal : new Failure[] {obd.refusal("SPEED"), obd.refusal("x", "mode", "01", "pid", "0D")}) {
            assertThat(refusal).hasMessage("Command may not be supported - add 'force=True' to run it anyway");
            assertThat(refusal.code()).isEqualTo("NOT_SUPPORTED");
        }
        assertThat(car.heard("7DF#02010D")).isZero();
    }

    @Test
    void aMissingBitmapIsRequestedAgainBeforeARefusal() throws Exception {
        car.supports("7E9", 1, 0x0D).when("7DF#02010D", "7E9#03410D33");
        obd.query("SPEED");
        car.supports("7E8", 1, 0x05).when("7DF#020105", "7E8#0341053B");
        assertThat(obd.query("COOLANT_TEMP").get("value").asInt()).isEqualTo(19);
    }

    @Test
    void forceSendsTheRequestWithoutAnyCheck() throws Exception {
        car.when("7DF#02010D", "7E8#03410D33");
        assertThat(obd.query("SPEED", "force", true).get("value").asInt()).isEqualTo(51);
        assertThat(car.heard()).containsExactly("7DF#02010D0000000000");
    }

    @Test
    void bitmapsAreReadOnceAndUpToTheLastAnnouncedOne() throws Exception {
        car.supports("7E8", 1, 0x0C, 0x2F).when("7DF#02010C", "7E8#04410C0FA0");
        obd.query("RPM");
        obd.query("RPM");
        assertThat(car.heard())
                .containsExactly(
                        Car.filled("7DF#020100"),
                        Car.filled("7DF#020120"),
                        Car.filled("7DF#02010C"),
                        Car.filled("7DF#02010C"));
    }

    @Test
    void aVehicleWithoutStandardAnswersIsReported() throws Exception {
        assertThat(obd.refusal("RPM"))
                .hasMessageContaining("trying to verify")
                .hasMessageContaining("force=true")
                .hasMessageContaining("header=");
    }

    @Test
    void customHeadersAreSentWithoutACheck() throws Exception {
        car.when("7E4#0322B002", "7EC#0662B0020001E2");
        obd.query("ODO", "header", "7E4", "mode", "22", "pid", "B002", "verify", true);
        assertThat(car.heard()).containsExactly(Car.filled("7E4#0322B002"));
    }

    @Test
    void standardCommandsToACustomHeaderAreSentWithoutACheck() throws Exception {
        car.when("7E1#02010D", "7E9#03410D33");
        assertThat(obd.query("SPEED", "header", "7E1").get("value").asInt()).isEqualTo(51);
        assertThat(car.heard()).containsExactly(Car.filled("7E1#02010D"));
    }

    @Test
    void verifySendsTheStandardRequestFirst() throws Exception {
        assertThat(obd.refusal("x", "mode", "22", "pid", "F190", "verify", true))
                .hasMessageContaining("when trying to verify");
        car.supports("7E8", 1, 0x0C).when("7DF#0322F190", "7E8#0462F19031");
        assertThat(obd.query("x", "mode", "22", "pid", "F190", "verify", true)
                        .get("value")
                        .asText())
                .isEqualTo("7e80462f19031");
    }

    @Test
    void freezeFramesHaveThePidsOfCurrentData() throws Exception {
        car.supports("7E8", 1, 0x0C).when("7DF#03020C00", "7E8#05420C000FA0");
        assertThat(obd.query("DTC_RPM").get("value").asDouble()).isEqualTo(1000.0);
        assertThat(obd.refusal("DTC_SPEED").code()).isEqualTo("NOT_SUPPORTED");
    }

    @Test
    void anUnreadableBitmapDoesNotAffectOtherEcus() throws Exception {
        car.when("7DF#020100", "7E9#03410001", "7E8#0641000010000000").when("7DF#02010C", "7E8#04410C0FA0");
        assertThat(obd.query("RPM").get("value").asDouble()).isEqualTo(1000.0);
    }

    @Test
    void aMistypedNameGetsSuggestions() throws Exception {
        assertThat(obd.refusal("RMP")).hasMessageStartingWith("name: 'RMP' is no standard command (did you mean RPM");
        assertThat(obd.refusal("STATUSS")).hasMessageContaining("did you mean STATUS");
        assertThat(obd.refusal("ATRV")).hasMessageContaining("serial adapter");
        assertThat(obd.refusal("10C")).hasMessageContaining("odd number of hexadecimal digits");
        assertThat(car.heard()).isEmpty();
    }

    @Test
    void theListOfCommandsIsThatOfTheBitmaps() throws Exception {
        car.supports("7E8", 1, 0x0C).supports("7E9", 1, 0x0D).supports("7E8", 9, 0x02);
        var supported = obd.call("obd.commands").get("supported");
        assertThat(supported.get("RPM").asText()).endsWith("(PID 0x010C)");
        assertThat(supported.has("SPEED")).isTrue();
        assertThat(supported.has("VIN")).isTrue();
        assertThat(supported.has("GET_DTC")).isTrue();
        assertThat(supported.has("COOLANT_TEMP")).isFalse();
        assertThat(obd.call("obd.commands", "output", "list").get("supported").isArray())
                .isTrue();
        assertThat(obd.failure("obd.commands", "output", "xml")).hasMessage("output: 'xml' is neither dict nor list");
    }

    /** There are about two hundred commands; the vehicle must not get a request for each unlisted one. */
    @Test
    void bitmapsAreReadAtMostTwiceForAListOfCommands() throws Exception {
        car.supports("7E8", 1, 0x0C, 0x2F).supports("7E8", 9, 0x02);
        obd.call("obd.commands");
        assertThat(car.heard("7DF#020100")).isEqualTo(2);
        assertThat(car.heard("7DF#020120")).isEqualTo(2);
        assertThat(car.heard("7DF#020900")).isOne();
        assertThat(car.heard()).hasSize(5);
    }

    @Test
    void aLateBitmapIsIncludedInTheListOfCommands() throws Exception {
        car.supports("7E9", 1, 0x0D).when("7DF#02010D", "7E9#03410D33");
        obd.query("SPEED");
        car.supports("7E8", 1, 0x05, 0x2F).supports("7E8", 9, 0x02);
        var supported = obd.call("obd.commands").get("supported");
        assertThat(supported.has("COOLANT_TEMP")).isTrue();
        assertThat(supported.has("FUEL_LEVEL")).isTrue();
        assertThat(supported.has("SPEED")).isTrue();
        assertThat(supported.has("VIN")).isTrue();
        assertThat(supported.has("RPM")).isFalse();
    }

    @Test
    void allCommandsAreListedWithoutAVehicle() throws Exception {
        assertThat(obd.call("obd.commands", "all", true).get("supported").has("AMBIANT_AIR_TEMP"))
                .isTrue();
        assertThat(car.heard()).isEmpty();
    }
}
