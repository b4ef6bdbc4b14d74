package io.outrider.docker.engine;

/** Listener of a pull. Called on the thread that pulls. */
@FunctionalInterface
public interface PullListener {
    /**
     * @param done bytes of layers that are on the unit
     * @param total bytes of all layers as far as they are known; 0 while none is
     */
    void progress(long done, long total);
}
