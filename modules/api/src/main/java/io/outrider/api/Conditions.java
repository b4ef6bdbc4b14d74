package io.outrider.api;

import java.util.List;

/**
 * Conditions on the vehicle's current state, named after events: {@code engine/running} holds from the event {@code
 * vehicle/engine/running} until another event of {@code vehicle/engine}. {@code not } negates a condition, which then
 * also holds while the state is unknown. Any thread; takes no lock, so that listeners of events may ask.
 */
public interface Conditions {
    /** True if all of them hold; true for an empty list. */
    boolean hold(List<String> when);
}
