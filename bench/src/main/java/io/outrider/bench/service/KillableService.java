package io.outrider.bench.service;

import java.io.IOException;
import java.nio.file.Path;

/** Fleet service that is ended without a warning and started again on the same data. One thread. */
public interface KillableService extends AutoCloseable {
    /** Starts, and waits until all parts work. */
    void start() throws IOException, InterruptedException;

    /** Ends it at once; returns when it is gone. */
    void kill() throws InterruptedException;

    String url();

    /** Port of its broker on 127.0.0.1. */
    int brokerPort();

    /** Token of the first account. */
    String token() throws IOException;

    Path log();

    @Override
    void close() throws InterruptedException;
}
