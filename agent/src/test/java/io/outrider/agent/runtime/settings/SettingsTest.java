package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.obd.ObdSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private static ObdSettings obd(String... texts) throws Failure {
        return Settings.of(List.of(texts)).section("obd", ObdSettings.class);
    }

    @Test
    void absentKeysHaveDefaults() throws Failure {
        assertThat(obd())
                .isEqualTo(new ObdSettings(null, null, null, null, null, null, false, null, null, null, null, null));
    }

    @Test
    void sectionKeyAndValueAreTakenApart() throws Failure {
        ObdSettings settings =
                obd("obd.can=can1", "obd.response_timeout_ms=250", "obd.listen_only=true", "obd.protocol=7");
        assertThat(settings.can()).isEqualTo("can1");
        assertThat(settings.responseTimeoutMs()).isEqualTo(250);
        assertThat(settings.listenOnly()).isTrue();
        assertThat(settings.protocol()).isEqualTo("7");
        assertThat(obd("obd.can=can1", "obd.can=can2").can()).isEqualTo("can2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "obd", "obd.can", "can=can1", ".can=x", "obd.=x", "="})
    void malformedSettingsAreRejected(String text) {
        assertThatThrownBy(() -> Settings.of(List.of(text)))
                .isInstanceOf(Failure.class)
                .hasMessage("'" + text + "' is not section.key=value, such as obd.can=can1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "obd.share_ms=2000 | settings, [obd] share_ms: 2000 is not from 0 to 1000",
                "obd.share_ms=few | settings, [obd] share_ms: takes a whole number, not 'few'",
                "obd.protocol=5 | settings, [obd] protocol: unsupported protocol '5' specified",
                "obd.listen_only=perhaps | settings, [obd] listen_only: takes true or false, not 'perhaps'",
                "obd.baud=1 | settings, [obd] there is no key 'baud'; there are: can, protocol, response_timeout_ms",
            })
    void aWrongSettingNamesSectionKeyAndWhatIsAllowed(String text, String message) {
        assertThatThrownBy(() -> obd(text))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith(message)
                .extracting("actor", "errorCode.name")
                .containsExactly(Failure.Actor.OPERATOR, "BAD_SETTING");
    }

    @Test
    void anUnknownSectionIsRejected() throws Failure {
        Settings settings = Settings.of(List.of("odb.can=can0"));
        SettingsSchema schema = new SettingsSchema(Map.of("obd", ObdSettings.class));
        assertThatThrownBy(() -> schema.validate(settings))
                .hasMessage("settings, there is no section [odb] (did you mean obd?); there are: obd");
        schema.validate(Settings.of(List.of("obd.can=can0")));
    }
}
