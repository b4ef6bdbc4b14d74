package io.outrider.agent.loggers;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.telemetry.Priority;
import io.outrider.agent.telemetry.Sample;
import io.outrider.agent.telemetry.Samples;
import io.outrider.agent.vehicle.Observations;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From an answer to what may become records. */
final class Reception {
    private static final Logger LOG = LoggerFactory.getLogger(Reception.class);

    private final Samples samples;
    private final Observations observations;

    Reception(Samples samples, Observations observations) {
        this.samples = samples;
        this.observations = observations;
    }

    /** The readings in an answer, shown to the observations. */
    List<Sample> readings(LoggerSettings settings, JsonNode value) {
        List<Sample> readings = new ArrayList<>();
        for (Sample each : samples.of(settings.function(), value)) {
            String type = settings.type() == null ? each.type() : settings.type();
            Priority priority = settings.priority() == null ? each.priority() : settings.priority();
            Sample typed = new Sample(type, each.at(), each.fields(), priority);
            readings.add(settings.converter().convert(typed, observations.battery()));
        }
        for (Sample each : readings) {
            try {
                observations.read(each);
            } catch (RuntimeException e) { // who watches must not keep the record from its way
                LOG.error("{} was not understood; please report it", each.type(), e);
            }
        }
        return readings;
    }
}
