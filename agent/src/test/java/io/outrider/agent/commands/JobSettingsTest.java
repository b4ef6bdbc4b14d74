package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobSettingsTest {
    private final Binder binder = new Binder(Json.mapper());

    @Test
    void aSectionIsBound() throws Failure {
        JobSettings settings = binder.bind(
                JobSettings.class,
                List.of(),
                Map.of(
                        "allow", List.of("obd.*", "test.ping"),
                        "deny", List.of("obd.play"),
                        "running", 2,
                        "limits", Map.of("obd.*", 5, "obd.record", 60)));
        assertThat(settings.allows("obd.query")).isTrue();
        assertThat(settings.allows("test.ping")).isTrue();
        assertThat(settings.allows("obd.play")).isFalse();
        assertThat(settings.allows("cmd.run")).isFalse();
        assertThat(settings.secondsFor("obd.record")).isEqualTo(60);
        assertThat(settings.secondsFor("obd.query")).isEqualTo(5);
        assertThat(settings.secondsFor("test.ping")).isEqualTo(600);
        assertThat(settings.running()).isEqualTo(2);
        assertThat(settings.waiting()).isEqualTo(1024);
    }

    @Test
    void anEmptySectionIsTheDefault() throws Failure {
        assertThat(binder.bind(JobSettings.class, List.of(), Map.of())).isEqualTo(JobSettings.defaults());
        assertThat(JobSettings.defaults().allows("anything.at_all")).isTrue();
    }

    @Test
    void valuesOutOfRangeAreNamed() {
        assertThatThrownBy(() -> binder.bind(JobSettings.class, List.of(), Map.of("running", 1000)))
                .isInstanceOf(Failure.class)
                .hasMessage("running: 1000 is not from 1 to 256");
    }

    @Test
    void anEmptyAllowListDeniesEverything() {
        assertThat(new JobSettings(List.of(), null, null, null, null, null, null).allows("test.ping"))
                .isFalse();
    }
}
