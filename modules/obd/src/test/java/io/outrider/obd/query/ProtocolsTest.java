package io.outrider.obd.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the selection and discovery of the id width. */
class ProtocolsTest {
    private Car car;
    private Obd obd;

    @BeforeEach
    void open() throws Exception {
        car = new Car();
        obd = Obd.on(car, "auto");
    }

    @AfterEach
    void close() throws Exception {
        obd.close();
    }

    private void speaks29Bit() {
        car.supports("18DAF110", 1, 0x0C).when("18DB33F1#02010C", "18DAF110#04410C0FA0");
    }

    @Test
    void autoTriesElevenBitsThenTwentyNine() throws Exception {
        speaks29Bit();
        assertThat(obd.query("RPM").get("value").asDouble()).isEqualTo(1000.0);
        assertThat(car.heard())
                .containsExactly(
                        Car.filled("7DF#020100"), Car.filled("18DB33F1#020100"), Car.filled("18DB33F1#02010C"));
        var current = obd.call("obd.protocol").get("current");
        assertThat(current.get("id").asText()).isEqualTo("7");
        assertThat(current.get("autodetected").asBoolean()).isTrue();
        assertThat(current.get("ecus").toString()).isEqualTo("[\"18daf110\"]");
    }

    @Test
    void forceBeforeDiscoveryFindsTheWidthToo() throws Exception {
        speaks29Bit();
        assertThat(obd.query("RPM", "force", true).get("value").asDouble()).isEqualTo(1000.0);
        assertThat(obd.query("x", "mode", "01", "pid", "0C", "force", true)
                        .get("value")
                        .asText())
                .isEqualTo("18daf11004410c0fa0");
        assertThat(car.heard("7DF#02010C")).isEqualTo(1); // only for the discovery
    }

    @Test
    void aBusWithoutEcusIsReported() throws Exception {
        assertThat(obd.refusal("RPM")).hasMessageContaining("protocols 6, 7");
        assertThat(obd.refusal("RPM", "force", true))
                .hasMessageStartingWith("No data received from vehicle within timeout");
        assertThat(obd.call("obd.protocol").get("current").get("autodetected").asBoolean())
                .isFalse();
    }

    @Test
    void aProtocolArgumentAppliesToItsQueryOnly() throws Exception {
        speaks29Bit();
        car.when("7DF#02010C", "7E8#04410C0FA4");
        Object[] forced = {"force", true, "formula", "bytes_to_int(message.data[2:])"};
        assertThat(obd.query("RPM", "protocol", "7", "force", true, "formula", "bytes_to_int(message.data[2:])")
                        .get("value")
                        .asInt())
                .isEqualTo(0xFA0);
        assertThat(obd.query("RPM", forced).get("value").asInt()).isEqualTo(0xFA4);
    }

    @Test
    void variableLengthFramesAreNotPadded() throws Exception {
        car.whenExactly("7DF#02010C", "7E8#04410C0FA0").whenExactly("18DB33F1#02010C", "18DAF110#04410C0FA0");
        for (String protocol : new String[] {"31", "32"}) {
            assertThat(obd.query("RPM", "protocol", protocol, "force", true)
                            .get("value")
                            .asDouble())
                    .isEqualTo(1000.0);
        }
    }

    @Test
    void aHeaderOfTheOtherWidthIsRefused() throws Exception {
        assertThat(obd.refusal("x", "mode", "22", "pid", "01", "protocol", "6", "header", "18DA10F1"))
                .hasMessage("protocol: protocol 6 has 11-bit ids and header 18DA10F1 has 29");
        assertThat(obd.refusal("x", "mode", "22", "pid", "01", "protocol", "7", "header", "7E0"))
                .hasMessage("protocol: protocol 7 has 29-bit ids and header 7E0 has 11");
    }

    @Test
    void aBitRateIsOnlyCheckedAndOnlyWithItsProtocol() throws Exception {
        assertThat(obd.refusal("RPM", "baudrate", 500_000))
                .hasMessage("baudrate: protocol must also be specified when baudrate is specified");
        assertThat(obd.refusal("RPM", "protocol", "8", "baudrate", 500_000))
                .hasMessageStartingWith("baudrate: protocol 8 has 250000 bit/s");
        car.when("7DF#02010C", "7E8#04410C0FA0");
        obd.query("RPM", "protocol", "6", "baudrate", 500_000, "force", true);
    }

    @Test
    void aProtocolThatWasSetStaysSet() throws Exception {
        car.supports("7E8", 1, 0x0C);
        speaks29Bit();
        assertThat(obd.call("obd.protocol", "set", "7", "verify", true)
                        .get("current")
                        .get("id")
                        .asText())
                .isEqualTo("7");
        obd.query("RPM");
        assertThat(car.heard("7DF#020100")).isZero();
        var current = obd.call("obd.protocol").get("current");
        assertThat(current.get("id").asText()).isEqualTo("7");
        assertThat(current.get("autodetected").asBoolean()).isFalse();
    }

    @Test
    void settingAutoStartsADiscovery() throws Exception {
        speaks29Bit();
        obd.call("obd.protocol", "set", "6");
        assertThat(obd.refusal("RPM")).hasMessageContaining("protocols 6)");
        assertThat(obd.call("obd.protocol", "set", "auto")
                        .get("current")
                        .get("id")
                        .asText())
                .isEqualTo("7");
    }

    @Test
    void allProtocolsAreListed() throws Exception {
        assertThat(obd.call("obd.protocol").get("supported").properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("AUTO", "6", "7", "8", "9", "31", "32", "33", "34", "35", "36");
        assertThat(obd.failure("obd.protocol", "set", "5")).hasMessageContaining("there are auto, 6, 7");
        assertThat(obd.failure("obd.protocol", "baudrate", 500_000)).hasMessageStartingWith("baudrate: protocol must");
        assertThat(obd.failure("obd.protocol", "set", "6", "baudrate", 1)).hasMessageContaining("500000 bit/s");
    }
}
