package io.outrider.agent.telemetry.record;

import io.outrider.wire.TelemetryRecord;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Sink of records. Any thread. */
@FunctionalInterface
public interface RecordSink {
    /**
     * Accepts records without waiting for the disk. Once it returns, a crash of the process does not lose them.
     *
     * @return true once a power cut does not lose them either, about a second later at most; false if the disk fails,
     *     and they are kept in memory while there is room, or are written but not forced. They are sent in either case,
     *     and accepting them again would duplicate them; only rejected ones (invalid, or at shutdown) are not. Never
     *     completes exceptionally
     */
    CompletableFuture<Boolean> accept(List<TelemetryRecord> records);
}
