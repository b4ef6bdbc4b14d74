package io.outrider.agent.telemetry;

import io.outrider.agent.telemetry.record.RecordSink;
import io.outrider.agent.telemetry.upload.Upload;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Keeps records, has them sent, and lets whoever listens to the unit's stream see them.
 *
 * @param stream takes each record; must be quick
 */
public record RecordPublisher(RecordSink buffer, Upload upload, Consumer<TelemetryRecord> stream)
        implements RecordSink {
    @Override
    public CompletableFuture<Boolean> accept(List<TelemetryRecord> samples) {
        CompletableFuture<Boolean> kept = buffer.accept(samples);
        upload.added(samples.size(), samples.stream().anyMatch(each -> each.priority() == Priority.HIGH));
        samples.forEach(stream);
        return kept;
    }
}
