package io.outrider.api;

import java.util.List;
import java.util.Optional;

/** A subject the unit knows about, such as {@code obd}: a list of functions and the resources behind them. */
public interface Module extends AutoCloseable {
    List<Function<?>> functions();

    /** What {@code state.sls} can run of this module. */
    default List<State> states() {
        return List.of();
    }

    /** How it is. Any thread; must not block. */
    default Health health() {
        return Health.NOTHING;
    }

    /**
     * Why its functions should not be called now unless a person asks for it: a bus that is silent must not be woken. Any
     * thread; must not block.
     *
     * @param inUse whether something else tells that the vehicle is being used, so that a question is no disturbance
     * @return a few words for people; empty if they may be called
     */
    default Optional<String> unwelcome(boolean inUse) {
        return Optional.empty();
    }

    /** Gives back what the module holds; running calls end with an error. */
    @Override
    void close();
}
