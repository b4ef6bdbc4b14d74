package io.outrider.agent.telemetry.upload;

import io.outrider.wire.Batch;

/** Destination of batches. */
public interface BatchSink extends AutoCloseable {
    /** Receiver of a batch's result: called exactly once, on any thread. Must not block. */
    @FunctionalInterface
    interface Callback {
        /** @param bytes sent for it, as far as known */
        void completed(SinkResult result, long bytes);
    }

    /** Name in {@code cloud.status}. */
    String name();

    /** True if it is connected; if not, {@link Uploader#connected} is called once it is again. */
    boolean ready();

    /** Most batches in flight at once. */
    int window();

    /** Sends a batch; may block for as long as the sink's timeout. The callback may run before this returns. */
    void send(Batch batch, Callback callback);

    @Override
    void close();
}
