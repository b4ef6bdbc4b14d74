package io.outrider.agent.fleet.mqtt;

import java.time.Duration;

/**
 * Timeouts of the link that are not settings.
 *
 * @param firstPause ceiling of the pause after the first failure
 * @param longestPause ceiling of all pauses
 * @param stable duration of a connection that resets the pauses
 * @param acknowledgement limit for PUBACK and SUBACK, after which the connection counts as dead
 * @param answer limit for any packet after a ping, after which the connection counts as dead
 */
public record LinkTimeouts(
        Duration firstPause, Duration longestPause, Duration stable, Duration acknowledgement, Duration answer) {
    public static LinkTimeouts standard() {
        return new LinkTimeouts(
                Duration.ofSeconds(1),
                Duration.ofMinutes(5),
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30));
    }
}
