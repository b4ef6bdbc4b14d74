package io.outrider.agent.telemetry.upload;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What became of a batch.
 *
 * @param sink its name
 * @param bytes that were sent for it
 */
record Answered(Flight flight, String sink, Verdict verdict, long bytes) {
    /** Passes on the first answer only, whatever a sink does. */
    static Sink.Answer once(Flight flight, String sink, Consumer<Answered> to) {
        AtomicBoolean told = new AtomicBoolean();
        return (verdict, bytes) -> {
            if (told.compareAndSet(false, true)) {
                to.accept(new Answered(flight, sink, verdict, bytes));
            }
        };
    }
}
