package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.builtin.CmdSettings;
import io.outrider.agent.commands.JobSettings;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.operator.api.LocalSettings;
import io.outrider.agent.runtime.clock.ClockSettings;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.agent.runtime.log.LogSettings;
import io.outrider.agent.telemetry.buffer.BufferSettings;
import io.outrider.agent.telemetry.loggers.LoggersSettings;
import io.outrider.agent.telemetry.upload.UploadSettings;
import io.outrider.agent.vehicle.state.VehicleSettings;
import io.outrider.agent.vehicle.triggers.TriggerSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Explanations of the daemon's own settings in {@code outrider config example}. */
class ExplainedSettingsTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                BufferSettings.class,
                ClockSettings.class,
                CmdSettings.class,
                JobSettings.class,
                LinkSettings.class,
                LocalSettings.class,
                LogSettings.class,
                LoggersSettings.class,
                TriggerSettings.class,
                UploadSettings.class,
                VehicleSettings.class
            })
    void everyKeyIsExplained(Class<?> shape) {
        assertThat(Parameter.of(shape.asSubclass(Record.class)))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.help()).as(each.name()).hasSizeGreaterThan(15));
    }
}
