package io.outrider.agent.telemetry.record;

import io.outrider.wire.TelemetryRecord;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The way in for records, whoever has made them. Any thread. */
@FunctionalInterface
public interface RecordSink {
    /**
     * Takes records. When this returns, the death of the process does not lose them; it waits for no disk.
     *
     * @return true as soon as a power cut does not lose them either, at most about a second later; false if the disk does
     *     not take them, and they are kept in memory as long as there is room, or if it has taken them and not forced
     *     them. Either way they go out later, and who gives them again makes others beside them: only what is refused
     *     (it is no record, or the agent is ending) does not. Never fails
     */
    CompletableFuture<Boolean> accept(List<TelemetryRecord> samples);
}
