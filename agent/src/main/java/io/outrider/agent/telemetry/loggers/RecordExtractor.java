package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.telemetry.record.RecordFactory;
import io.outrider.agent.vehicle.state.BatteryScale;
import io.outrider.agent.vehicle.state.ReadingObserver;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Extractor of readings from results of functions. */
final class RecordExtractor {
    private static final Logger LOG = LoggerFactory.getLogger(RecordExtractor.class);

    private final RecordFactory factory;
    private final ReadingObserver observer;

    RecordExtractor(RecordFactory factory, ReadingObserver observer) {
        this.factory = factory;
        this.observer = observer;
    }

    /** Options by which loggers of one call convert its result differently. */
    record Form(String type, Priority priority, ReadingConverter converter) {
        static Form of(LoggerSettings settings) {
            return new Form(settings.type(), settings.priority(), settings.converter());
        }

        /** The record itself if nothing of it differs. */
        private TelemetryRecord of(TelemetryRecord raw, BatteryScale battery) {
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

    /** Unconverted readings of a result, shared by all loggers. */
    List<TelemetryRecord> extract(String function, JsonNode answer) {
        return factory.of(function, answer);
    }

    /** Converted readings for all loggers of one form; the observer gets them too. */
    List<TelemetryRecord> convert(Form form, List<TelemetryRecord> raw) {
        List<TelemetryRecord> readings = new ArrayList<>(raw.size());
        for (TelemetryRecord each : raw) {
            readings.add(form.of(each, observer.battery()));
        }
        for (TelemetryRecord each : readings) {
            try {
                observer.read(each);
            } catch (RuntimeException e) { // an observer must not prevent the record
                LOG.error("observer failed on record {}", each.type(), e);
            }
        }
        return readings;
    }
}
