package io.outrider.agent.telemetry.record;

import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.events.EventBus;
import java.util.List;
import java.util.function.Consumer;

/** Listener of {@link EventBus} that records every event. */
public final class EventRecords implements Consumer<Event> {
    private final RecordSink sink;

    public EventRecords(RecordSink sink) {
        this.sink = sink;
    }

    @Override
    public void accept(Event event) {
        sink.accept(List.of(event.record()));
    }
}
