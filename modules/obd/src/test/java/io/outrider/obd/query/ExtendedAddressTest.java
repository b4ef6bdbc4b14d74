package io.outrider.obd.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Capture of a BMW i3: the address byte precedes every frame, flow control too. */
class ExtendedAddressTest {
    static Stream<Arguments> waysToSayIt() {
        return Stream.of(
                Arguments.of("6F1,607", "607,7FF", "07"),
                Arguments.of("607,6F1", null, "0x07"),
                Arguments.of("6F1,607F1", null, null),
                Arguments.of("607F1,6F1", null, null));
    }

    @ParameterizedTest
    @MethodSource("waysToSayIt")
    void theAddressIsGivenByArgumentOrAfterTheId(String pair, String filter, String address) throws Exception {
        Car car = new Car().when("6F1#0703226335", "607#F110076263350000").when("6F1#07300000", "607#F121004AFFFFFFFF");
        try (Obd obd = Obd.on(car)) {
            assertThat(obd.query(
                                    "I3_HVBAT_SOH",
                                    "header",
                                    "6F1",
                                    "mode",
                                    "22",
                                    "pid",
                                    "6335",
                                    "formula",
                                    "bytes_to_int(message.data[6:7])",
                                    "can_flow_control_id_pair",
                                    pair,
                                    "can_flow_control_filter",
                                    filter,
                                    "can_extended_address",
                                    address)
                            .get("value")
                            .asInt())
                    .isEqualTo(74);
        }
    }

    @Test
    void afterARequestWithAnotherPriorityLongAnswersMayHaveTheUsualOne() throws Exception {
        Car car = new Car()
                .when("1CDB33F1#020902", "18DAF110#1014490201314734")
                .when("18DA10F1#300000", "18DAF110#2131323334353637", "18DAF110#2238394142434445");
        try (Obd obd = Obd.on(car, "7")) {
            assertThat(obd.query("VIN", "can_priority", "1C", "force", true)
                            .get("value")
                            .asText())
                    .isEqualTo("1G4123456789ABCDE");
        }
    }

    @Test
    void anEcuAskedWithAnotherPriorityMayAnswerWithEither() throws Exception {
        Car car = new Car()
                .when("1CDA10F1#0322F190", "1CDAF110#0462F19031")
                .when("1CDA10F1#0322F18C", "18DAF110#0462F18C32");
        try (Obd obd = Obd.on(car, "7")) {
            for (String pid : new String[] {"F190", "F18C"}) {
                assertThat(obd.query("x", "mode", "22", "pid", pid, "header", "DA10F1", "can_priority", "1C")
                                .get("value")
                                .asText())
                        .contains("62" + pid.toLowerCase(Locale.ROOT));
            }
        }
    }
}
