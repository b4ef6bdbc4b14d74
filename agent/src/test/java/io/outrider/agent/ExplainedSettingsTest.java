package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.buffer.BufferSettings;
import io.outrider.agent.functions.Parameter;
import io.outrider.agent.host.CmdSettings;
import io.outrider.agent.jobs.JobSettings;
import io.outrider.agent.link.LinkSettings;
import io.outrider.agent.local.LocalSettings;
import io.outrider.agent.loggers.LoggersSettings;
import io.outrider.agent.logs.LogSettings;
import io.outrider.agent.time.ClockSettings;
import io.outrider.agent.triggers.TriggerSettings;
import io.outrider.agent.upload.UploadSettings;
import io.outrider.agent.vehicle.VehicleSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code outrider config example} says of the daemon's own settings. */
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
