package io.outrider.agent.telemetry.upload;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Result of one attempt to send a batch.
 *
 * @param sink name of the sink
 * @param bytes that were sent for it
 */
record CompletedAttempt(BatchAttempt attempt, String sink, SinkResult result, long bytes) {
    /** Callback that ignores all results but the first. */
    static BatchSink.Callback once(BatchAttempt attempt, String sink, Consumer<CompletedAttempt> to) {
        AtomicBoolean isDone = new AtomicBoolean();
        return (result, bytes) -> {
            if (isDone.compareAndSet(false, true)) {
                to.accept(new CompletedAttempt(attempt, sink, result, bytes));
            }
        };
    }
}
