package io.outrider.agent.fleet.mqtt;

import java.time.Duration;

/**
 * Timeouts of the link that are not settings. A connection without PUBACK or SUBACK within {@code acknowledgement}, or
 * without any packet within {@code answer} after a ping, counts as dead; one of {@code stable} resets the pauses.
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
