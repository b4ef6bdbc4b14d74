package io.outrider.agent.telemetry.record;

import io.outrider.agent.runtime.events.Occurrence;
import io.outrider.agent.runtime.events.Occurrences;
import java.util.List;
import java.util.function.Consumer;

/** Makes a record of everything that happens; listens to {@link Occurrences}. */
public final class EventRecords implements Consumer<Occurrence> {
    private final Intake intake;

    public EventRecords(Intake intake) {
        this.intake = intake;
    }

    @Override
    public void accept(Occurrence occurrence) {
        intake.accept(List.of(occurrence.sample()));
    }
}
