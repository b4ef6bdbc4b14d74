package io.outrider.docker.engine;

import io.outrider.api.Failure;

/** Listener of a pull. Called on the thread that waits for it, at least each second. */
@FunctionalInterface
public interface PullListener {
    /**
     * @param done bytes of layers that are on the unit
     * @param total bytes of all layers as far as they are known; 0 while none is
     * @throws Failure to end the waiting; the pull goes on until it is cancelled
     */
    void progress(long done, long total) throws Failure;
}
