package io.outrider.docker.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Container engine. Any thread, several calls at once; every call but {@link #pull}, {@link #events} and {@link #stop} ends
 * within the time limit of the settings. Failures have codes of {@link io.outrider.docker.errors.DockerErrors}.
 */
public interface Engine extends AutoCloseable {
    /** Listener of a pull. Called on the thread that waits for it, at least each second. */
    @FunctionalInterface
    interface PullListener {
        /**
         * @param done bytes of layers that are on the unit
         * @param total bytes of all layers as far as they are known; 0 while none is
         * @throws Failure to end the waiting; the pull goes on until it is cancelled
         */
        void progress(long done, long total) throws Failure;
    }

    /**
     * Event of the engine.
     *
     * @param type {@code container} or {@code image}
     * @param action such as {@code start}, {@code die} or {@code pull}, without the text that engines append after a colon
     * @param id of the container or image
     * @param attributes labels among them; values of labels may be secret
     * @param nanos Unix time in nanoseconds
     */
    record EngineEvent(String type, String action, String id, Map<String, String> attributes, long nanos) {}

    /**
     * Engine and the machine that it runs on.
     *
     * @param version of the engine, such as {@code 20.10.24}
     * @param architecture in the registries' words, such as {@code arm64}
     * @param variant such as {@code v7} for 32-bit ARM; empty if there is none
     * @param root folder of images and containers, for the question of free space; empty if unknown
     */
    record EngineInfo(String name, String version, String os, String architecture, String variant, String root) {}

    EngineInfo info() throws Failure, InterruptedException;

    /**
     * All containers with their inspection, those that do not run too; one that goes away meanwhile is left out. One without the
     * label of a project that cannot be inspected is there with what the list has of it.
     */
    List<EngineContainer> containers() throws Failure, InterruptedException;

    /** @param idOrName empty result if there is none */
    Optional<EngineContainer> container(String idOrName) throws Failure, InterruptedException;

    /** The engine's own inspection of a container, image or volume, whichever has the name. */
    JsonNode inspect(String idOrName) throws Failure, InterruptedException;

    /** All images with their inspection; one that goes away meanwhile is left out. */
    List<EngineImage> images() throws Failure, InterruptedException;

    /** @param reference name with tag or digest, or id */
    Optional<EngineImage> image(String reference) throws Failure, InterruptedException;

    /** Checks credentials with their registry; nothing is kept. */
    void logIn(Credentials credentials) throws Failure, InterruptedException;

    /**
     * Pulls an image and waits for its end, however long it takes while it makes progress. An interrupt does not cancel
     * the pull in the engine, nor does a failure of the listener; the next call waits for the same pull.
     *
     * @param reference name with tag or digest
     * @param credentials null for none
     */
    void pull(String reference, Credentials credentials, PullListener listener) throws Failure, InterruptedException;

    /**
     * Cancels pulls that nobody waits for.
     *
     * @param unneeded true for the reference of a pull that nobody has waited for that long, if it is to be cancelled
     * @return references of pulls without a caller that have ended since the last call, those cancelled now among them
     */
    Set<String> cancelPulls(BiPredicate<String, Duration> unneeded);

    /** Bytes of layers that came from registries since the opening. */
    long pulledBytes();

    /**
     * @param config body of the engine's {@code POST /containers/create}
     * @return id
     */
    String create(String name, ObjectNode config) throws Failure, InterruptedException;

    /** No failure if it runs already. */
    void start(String id) throws Failure, InterruptedException;

    /**
     * Stops with the container's stop signal, and kills after the grace time; no failure if it does not run.
     *
     * @param grace null for the container's own stop timeout
     */
    void stop(String id, Duration grace) throws Failure, InterruptedException;

    void rename(String id, String name) throws Failure, InterruptedException;

    void restartPolicy(String id, RestartPolicy policy) throws Failure, InterruptedException;

    /**
     * Kills and removes it; no failure if it is gone.
     *
     * @param volumes whether its anonymous volumes, and the data in them, go too
     */
    void remove(String id, boolean volumes) throws Failure, InterruptedException;

    /** Removes a tag or digest, and the image with its last; no failure if it is gone. */
    void removeImage(String reference) throws Failure, InterruptedException;

    /** Last lines of both outputs, oldest first, as text without control characters; at most 64 KiB. */
    List<String> logs(String id, int lines) throws Failure, InterruptedException;

    /**
     * Delivers events of containers and images since a Unix time in nanoseconds, on a thread of the engine's, until the
     * connection ends or the calling thread is interrupted.
     */
    void events(long sinceNanos, Consumer<EngineEvent> listener) throws Failure, InterruptedException;

    /** Ends connections; calls in progress fail. */
    @Override
    void close();
}
