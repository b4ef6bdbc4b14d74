package io.outrider.agent.runtime.parts;

import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.util.Map;
import java.util.Set;

/** Subsystem of the daemon. */
public interface Part extends AutoCloseable {
    String name();

    /** Names of the settings sections that a reload applies to this part. */
    default Set<String> sections() {
        return Set.of();
    }

    /** True if each reload applies the settings, even unchanged ones. */
    default boolean appliesAtEachReload() {
        return false;
    }

    /**
     * Applies reloaded settings.
     *
     * @param changed names of the sections that have changed, or that an earlier reload could not apply
     * @throws Failure if the part keeps what it had, and retries by itself at the next reload
     */
    default void apply(BoundSettings now, Set<String> changed) throws Failure {}

    /** Starts the part; called once, when all parts are constructed. */
    default void start() throws Failure {}

    /** Health by name for display; must not block. */
    default Map<String, Health> health() {
        return Map.of();
    }

    @Override
    default void close() throws Exception {}
}
