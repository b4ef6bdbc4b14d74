package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.state.BatteryScale;
import io.outrider.agent.vehicle.state.ReadingObserver;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Form of the records that a logger makes of readings; loggers of one call may differ in it. */
record RecordForm(String type, Priority priority, ReadingConverter converter) {
    private static final Logger LOG = LoggerFactory.getLogger(RecordForm.class);

    static RecordForm of(LoggerSettings settings) {
        return new RecordForm(settings.type(), settings.priority(), settings.converter());
    }

    /** Converted readings for all loggers of this form; the observer gets them too. */
    List<TelemetryRecord> convert(List<TelemetryRecord> raw, ReadingObserver observer) {
        List<TelemetryRecord> readings =
                raw.stream().map(each -> convert(each, observer.battery())).toList();
        for (TelemetryRecord each : readings) {
            try {
                observer.read(each);
            } catch (RuntimeException e) { // an observer must not prevent the record
                LOG.error("observer failed on record {}", each.type(), e);
            }
        }
        return readings;
    }

    /** The record itself if nothing of it differs. */
    private TelemetryRecord convert(TelemetryRecord raw, BatteryScale battery) {
        Map<String, Object> fields = converter.convert(raw.fields(), battery);
        return type == null && priority == null && fields == raw.fields()
                ? raw
                : new TelemetryRecord(
                        type == null ? raw.type() : type,
                        raw.at(),
                        fields,
                        priority == null ? raw.priority() : priority);
    }
}
