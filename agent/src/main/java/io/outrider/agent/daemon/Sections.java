package io.outrider.agent.daemon;

import io.outrider.agent.commands.JobSettings;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.operator.api.LocalSettings;
import io.outrider.agent.runtime.clock.ClockSettings;
import io.outrider.agent.runtime.log.LogSettings;
import io.outrider.agent.runtime.settings.Section;
import io.outrider.agent.telemetry.buffer.BufferSettings;
import io.outrider.agent.telemetry.loggers.LoggersSettings;
import io.outrider.agent.telemetry.upload.UploadSettings;
import io.outrider.agent.vehicle.state.VehicleSettings;
import io.outrider.agent.vehicle.triggers.TriggerSettings;
import java.util.List;

/** Settings sections of the daemon's parts. */
final class Sections {
    static final Section<BufferSettings> BUFFER = new Section<>("buffer", BufferSettings.class, true);
    static final Section<ClockSettings> CLOCK = new Section<>("clock", ClockSettings.class);
    static final Section<JobSettings> JOBS = new Section<>("jobs", JobSettings.class);
    static final Section<LinkSettings> LINK = new Section<>("link", LinkSettings.class);
    static final Section<LocalSettings> LOCAL = new Section<>("local", LocalSettings.class, true);
    static final Section<LogSettings> LOG = new Section<>("log", LogSettings.class);
    static final Section<LoggersSettings> LOGGERS = new Section<>("loggers", LoggersSettings.class);
    static final Section<TriggerSettings> TRIGGERS = new Section<>("triggers", TriggerSettings.class);
    static final Section<UnitSettings> UNIT = new Section<>("unit", UnitSettings.class, true);
    static final Section<UploadSettings> UPLOAD = new Section<>("upload", UploadSettings.class);
    static final Section<VehicleSettings> VEHICLE = new Section<>("vehicle", VehicleSettings.class);

    static final List<Section<?>> ALL =
            List.of(BUFFER, CLOCK, JOBS, LINK, LOCAL, LOG, LOGGERS, TRIGGERS, UNIT, UPLOAD, VEHICLE);

    private Sections() {}
}
