package io.outrider.agent.vehicle.state;

import java.util.List;

/**
 * What is known of the vehicle just now, in the words of the events: {@code engine/running} holds from the event {@code
 * vehicle/engine/running} until another event of {@code vehicle/engine}. With {@code not } before it, a condition holds
 * when it would not otherwise, also while nothing is known. Any thread.
 */
public interface Conditions {
    /** Whether all of them hold; none always do. */
    boolean hold(List<String> when);
}
