package io.outrider.agent.fleet.mqtt;

import java.time.Duration;

/**
 * Times that are not settings, because no owner of a unit would have a reason to change them.
 *
 * @param firstPause ceiling of the pause after the first failure
 * @param longestPause ceiling of all pauses
 * @param stable a connection that lasted so long starts the pauses anew
 * @param acknowledgement a connection on which a message or the subscription waits so long for its answer is dead
 * @param answer a connection on which a ping waits so long for anything is dead
 */
record LinkTimeouts(
        Duration firstPause, Duration longestPause, Duration stable, Duration acknowledgement, Duration answer) {
    static LinkTimeouts standard() {
        return new LinkTimeouts(
                Duration.ofSeconds(1),
                Duration.ofMinutes(5),
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30));
    }
}
