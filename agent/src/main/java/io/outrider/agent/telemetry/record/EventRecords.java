package io.outrider.agent.telemetry.record;

import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.events.EventBus;
import java.util.List;
import java.util.function.Consumer;

/** Makes a record of everything that happens; listens to {@link EventBus}. */
public final class EventRecords implements Consumer<Event> {
    private final RecordSink intake;

    public EventRecords(RecordSink intake) {
        this.intake = intake;
    }

    @Override
    public void accept(Event occurrence) {
        intake.accept(List.of(occurrence.sample()));
    }
}
