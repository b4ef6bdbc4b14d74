package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkSettingsTest {
    @Test
    void absentKeysHaveDefaults() {
        LinkSettings settings = LinkUnit.settings(null, null, null, null, null, null);
        assertThat(settings.url()).isNull();
        assertThat(settings.prefix()).isEqualTo("outrider/v1");
        assertThat(settings.keepalive()).isEqualTo(240);
        assertThat(settings.session()).isEqualTo(14);
        assertThat(settings.window()).isEqualTo(10);
        assertThat(settings.longest()).isEqualTo(262_144);
    }

    @ParameterizedTest
    @CsvSource({
        "mqtt://broker, mqtt://broker:1883",
        "mqtts://broker.example/, mqtts://broker.example:8883",
        "tcp://a_b:99, mqtt://a_b:99",
        "ssl://10.0.0.1:8883, mqtts://10.0.0.1:8883",
        "mqtts://[fe80::1]:1, mqtts://[fe80::1]:1"
    })
    void addressesAreUnderstood(String url, String address) {
        assertThat(BrokerAddress.parse(url)).hasToString(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "broker",
                "http://broker",
                "mqtt://",
                "mqtt://b:0",
                "mqtt://b:65536",
                "mqtt://b:1/x",
                "mqtt://a b"
            })
    void whatIsNoAddressIsRefused(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinkUnit.settings(url, null, null, null, null, null))
                .withMessageStartingWith("url: ");
    }

    @Test
    void aPasswordInAnAddressIsRefusedAndNotRepeated() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinkUnit.settings("mqtt://u:secret@broker", null, null, null, null, null))
                .withMessageContaining("settings of their own")
                .withMessageNotContaining("secret");
    }

    @Test
    void settingsThatMeanNothingTogetherAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinkUnit.settings("mqtt://b", null, null, "ca.crt", null, null))
                .withMessageContaining("use mqtts://");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinkUnit.settings("mqtts://b", null, null, null, "u.crt", null))
                .withMessageStartingWith("key: ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinkUnit.settings("mqtt://b", null, "password", null, null, null))
                .withMessageStartingWith("password_file: needs user beside it");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinkUnit.keepalive(1, 0))
                .withMessage("keepalive: 0 is not from 1 to 3600");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "+", "#", "a#"})
    void aUnitIdThatWouldReachBeyondTheUnitsTopicsIsRefused(String unit) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Topics("p", unit, List.of()));
    }
}
