package io.outrider.agent.loggers;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.telemetry.Priority;
import io.outrider.agent.telemetry.Sample;
import io.outrider.agent.telemetry.Samples;
import io.outrider.agent.vehicle.Observations;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From an answer to what may become records. */
final class Reception {
    private static final Logger LOG = LoggerFactory.getLogger(Reception.class);

    /** Lists, tables, texts and numbers in an answer: each takes hundreds of bytes as part of a record. */
    static final int MOST_VALUES = 10_000;

    private final Samples samples;
    private final Observations observations;

    Reception(Samples samples, Observations observations) {
        this.samples = samples;
        this.observations = observations;
    }

    /** What loggers of the same question may make differently of its answer. */
    record Form(String type, Priority priority, Converter converter) {
        static Form of(LoggerSettings settings) {
            return new Form(settings.type(), settings.priority(), settings.converter());
        }
    }

    /**
     * What there is to read in an answer, the same for all loggers.
     *
     * @throws Failure if it is too much
     */
    List<Sample> samples(String function, JsonNode answer) throws Failure {
        if (count(answer, 0) > MOST_VALUES) {
            throw new Failure(
                    Failure.Actor.CALLER,
                    "RESULT_TOO_LARGE",
                    function + ": the result has more than " + MOST_VALUES
                            + " values, the most that a logger takes; have it ask for less at a time");
        }
        return samples.of(function, answer);
    }

    /** Counts no further than to one too many. */
    private static int count(JsonNode value, int before) {
        int count = before + 1;
        for (Iterator<JsonNode> each = value.elements(); each.hasNext() && count <= MOST_VALUES; ) {
            count = count(each.next(), count);
        }
        return count;
    }

    /** The readings of all loggers of one form, shown to the observations. */
    List<Sample> readings(Form form, List<Sample> samples) {
        List<Sample> readings = new ArrayList<>(samples.size());
        for (Sample each : samples) {
            readings.add(form.converter().convert(typed(form, each), observations.battery()));
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

    private static Sample typed(Form form, Sample sample) {
        return form.type() == null && form.priority() == null
                ? sample
                : new Sample(
                        form.type() == null ? sample.type() : form.type(),
                        sample.at(),
                        sample.fields(),
                        form.priority() == null ? sample.priority() : form.priority());
    }
}
