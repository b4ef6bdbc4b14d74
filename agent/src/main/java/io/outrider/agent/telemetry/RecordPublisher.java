package io.outrider.agent.telemetry;

import io.outrider.agent.telemetry.record.RecordSink;
import io.outrider.agent.telemetry.upload.Uploader;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Publisher of records: passes them to the buffer, the upload and the local stream.
 *
 * @param stream must not block
 */
public record RecordPublisher(RecordSink buffer, Uploader uploader, Consumer<List<TelemetryRecord>> stream)
        implements RecordSink {
    @Override
    public CompletableFuture<Boolean> accept(List<TelemetryRecord> records) {
        CompletableFuture<Boolean> accepted = buffer.accept(records);
        uploader.added(records.size(), records.stream().anyMatch(each -> each.priority() == Priority.HIGH));
        stream.accept(records);
        return accepted;
    }
}
