package io.outrider.agent.telemetry;

import io.outrider.agent.telemetry.record.RecordSink;
import io.outrider.agent.telemetry.upload.Upload;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Publisher of records: passes them to the buffer, the upload and the local stream.
 *
 * @param stream receives each record; must not block
 */
public record RecordPublisher(RecordSink buffer, Upload upload, Consumer<TelemetryRecord> stream)
        implements RecordSink {
    @Override
    public CompletableFuture<Boolean> accept(List<TelemetryRecord> records) {
        CompletableFuture<Boolean> accepted = buffer.accept(records);
        upload.added(records.size(), records.stream().anyMatch(each -> each.priority() == Priority.HIGH));
        records.forEach(stream);
        return accepted;
    }
}
