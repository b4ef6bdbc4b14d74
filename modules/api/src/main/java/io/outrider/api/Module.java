package io.outrider.api;

import java.util.List;

/** Group of functions with a common prefix, such as {@code obd}, and the resources behind them. */
public interface Module extends AutoCloseable {
    List<Function<?>> functions();

    /** States that {@code state.sls} can run. */
    default List<State> states() {
        return List.of();
    }

    /** Any thread; must not block. An exception is reported as a problem of the module. */
    default Health health() {
        return Health.NOTHING;
    }

    /** Checks of the open module for {@code outrider doctor}. Any thread; must not block, unlike the checks. */
    default List<Check> checks() {
        return List.of();
    }

    /** Releases the module's resources, if any; running calls end with an error. */
    @Override
    default void close() {}
}
