package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.telemetry.record.RecordFactory;
import io.outrider.agent.vehicle.state.ReadingObserver;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From an answer to what may become records. */
final class RecordExtractor {
    private static final Logger LOG = LoggerFactory.getLogger(RecordExtractor.class);

    private final RecordFactory samples;
    private final ReadingObserver observations;

    RecordExtractor(RecordFactory samples, ReadingObserver observations) {
        this.samples = samples;
        this.observations = observations;
    }

    /** What loggers of the same question may make differently of its answer. */
    record Form(String type, Priority priority, ReadingConverter converter) {
        static Form of(LoggerSettings settings) {
            return new Form(settings.type(), settings.priority(), settings.converter());
        }
    }

    /** Readings in an answer, the same for all loggers. */
    List<TelemetryRecord> samples(String function, JsonNode answer) {
        return samples.of(function, answer);
    }

    /** The readings of all loggers of one form, shown to the observations. */
    List<TelemetryRecord> readings(Form form, List<TelemetryRecord> samples) {
        List<TelemetryRecord> readings = new ArrayList<>(samples.size());
        for (TelemetryRecord each : samples) {
            readings.add(form.converter().convert(typed(form, each), observations.battery()));
        }
        for (TelemetryRecord each : readings) {
            try {
                observations.read(each);
            } catch (RuntimeException e) { // who watches must not keep the record from its way
                LOG.error("{} was not understood; please report it", each.type(), e);
            }
        }
        return readings;
    }

    private static TelemetryRecord typed(Form form, TelemetryRecord sample) {
        return form.type() == null && form.priority() == null
                ? sample
                : new TelemetryRecord(
                        form.type() == null ? sample.type() : form.type(),
                        sample.at(),
                        sample.fields(),
                        form.priority() == null ? sample.priority() : form.priority());
    }
}
