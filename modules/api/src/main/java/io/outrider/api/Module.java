package io.outrider.api;

import java.util.List;
import java.util.Optional;

/** Group of functions with a common prefix, such as {@code obd}, and the resources behind them. */
public interface Module extends AutoCloseable {
    List<Function<?>> functions();

    /** States that {@code state.sls} can run. */
    default List<State> states() {
        return List.of();
    }

    /** Any thread; must not block. */
    default Health health() {
        return Health.NOTHING;
    }

    /**
     * Reason why loggers must not call this module's functions now: a silent bus must not be woken. Manual calls are
     * not affected. Any thread; must not block.
     *
     * @param inUse another source reports the vehicle in use, so polling does not wake it
     * @return a few words for display; empty if polling is allowed
     */
    default Optional<String> pollingBlocked(boolean inUse) {
        return Optional.empty();
    }

    /** Releases the module's resources; running calls end with an error. */
    @Override
    void close();
}
