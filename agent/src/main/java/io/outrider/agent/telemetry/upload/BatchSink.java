package io.outrider.agent.telemetry.upload;

import io.outrider.wire.Batch;

/** Where records go. */
public interface BatchSink extends AutoCloseable {
    /** What became of a batch: told exactly once, on any thread. Must be quick. */
    @FunctionalInterface
    interface Answer {
        /** @param bytes that were sent for it, as far as is known */
        void is(SinkResult verdict, long bytes);
    }

    /** What it is called in {@code cloud.status}. */
    String name();

    /** Whether it makes sense to send now; if not, {@link Uploader#connected} is called when it does again. */
    boolean ready();

    /** Whether several batches may be under way at once. */
    int window();

    /** Hands a batch over; may block for as long as the sink's timeout. The answer may come before this returns. */
    void send(Batch batch, Answer answer);

    @Override
    void close();
}
