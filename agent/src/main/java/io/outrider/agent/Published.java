package io.outrider.agent;

import io.outrider.agent.stream.Broadcast;
import io.outrider.agent.stream.Events;
import io.outrider.agent.telemetry.Intake;
import io.outrider.agent.telemetry.Priority;
import io.outrider.agent.telemetry.Sample;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Keeps records, has them sent, and lets whoever listens to the unit's stream see them. */
record Published(Intake buffer, Upload upload, Broadcast broadcast, Events events) implements Intake {
    @Override
    public CompletableFuture<Boolean> accept(List<Sample> samples) {
        CompletableFuture<Boolean> kept = buffer.accept(samples);
        upload.added(samples.size(), samples.stream().anyMatch(each -> each.priority() == Priority.HIGH));
        if (broadcast.isHeard()) {
            samples.forEach(each -> broadcast.publish(events.of(each.row())));
        }
        return kept;
    }
}
