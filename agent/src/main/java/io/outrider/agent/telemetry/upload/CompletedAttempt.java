package io.outrider.agent.telemetry.upload;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What became of a batch.
 *
 * @param sink its name
 * @param bytes that were sent for it
 */
record CompletedAttempt(BatchAttempt flight, String sink, SinkResult verdict, long bytes) {
    /** Passes on the first answer only, whatever a sink does. */
    static BatchSink.Answer once(BatchAttempt flight, String sink, Consumer<CompletedAttempt> to) {
        AtomicBoolean told = new AtomicBoolean();
        return (verdict, bytes) -> {
            if (told.compareAndSet(false, true)) {
                to.accept(new CompletedAttempt(flight, sink, verdict, bytes));
            }
        };
    }
}
