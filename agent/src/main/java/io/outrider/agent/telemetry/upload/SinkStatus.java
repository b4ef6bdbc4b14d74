package io.outrider.agent.telemetry.upload;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** Health of the receiver: last success, last error and pause. Any thread. */
final class SinkStatus {
    private static final Duration OVERDUE = Duration.ofMinutes(15);
    private static final Duration OVERDUE_OFFLINE = Duration.ofHours(1);

    private Long notBefore; // nanoseconds of the ticker; null without a pause
    private boolean permanent;
    private String lastError;
    private Instant lastSuccess;
    private boolean withoutSubscribers;
    private Long expectingSince; // nanoseconds of the ticker; null if no delivery is expected

    synchronized void accepted(Instant when) {
        lastSuccess = when;
        lastError = null;
        permanent = false;
        expectingSince = null;
        withoutSubscribers = false;
    }

    /** The broker acknowledged without a subscriber, which counts as delivered. */
    synchronized void acceptedWithoutSubscribers(Instant when) {
        accepted(when);
        withoutSubscribers = true;
    }

    /** Warning that delivered records had no subscriber; null if there is none. */
    synchronized String subscriberProblem() {
        return withoutSubscribers
                ? "Nobody subscribes to this unit's topic telemetry at the broker: what is sent is gone, unless the broker"
                        + " passes it on without a subscription. Start what receives it, or set [upload]"
                        + " require_receiver = true to have records kept until then."
                : null;
    }

    synchronized void expectDelivery(long now) {
        if (expectingSince == null) {
            expectingSince = now;
        }
    }

    /** Stops the clock of {@link #overdue}: nothing is pending, or the budget is used up. */
    synchronized void expectNothing() {
        expectingSince = null;
    }

    synchronized void failed(String error) {
        lastError = error;
    }

    /** @param permanent whether a reconnect does not end it */
    synchronized void pause(String error, long until, boolean permanent) {
        lastError = error;
        notBefore = until;
        this.permanent = permanent;
    }

    synchronized void resume() {
        notBefore = null;
    }

    synchronized void reset() {
        notBefore = null;
        permanent = false;
        lastError = null;
        expectingSince = null;
    }

    /** Nanoseconds left of the pause; 0 without one. */
    synchronized long pausedFor(long now) {
        if (notBefore != null && notBefore - now > 0) {
            return notBefore - now;
        }
        notBefore = null;
        return 0;
    }

    synchronized boolean paused() {
        return notBefore != null;
    }

    /** Null after a success. */
    synchronized String lastError() {
        return lastError;
    }

    /** Error that stops the upload until the operator acts; null if there is none. */
    synchronized String permanentError() {
        return permanent ? lastError : null;
    }

    /** Problem that expected deliveries are late, unless a permanent error explains it; else null. */
    synchronized String overdue(long now, boolean ready) {
        Duration late = Duration.ofNanos(expectingSince == null ? 0 : now - expectingSince);
        if (permanent || late.compareTo(ready ? OVERDUE : OVERDUE_OFFLINE) < 0) {
            return null;
        }
        String since = lastSuccess == null ? "for " + late.toMinutes() + " minutes" : "since " + lastSuccess;
        String error = lastError == null ? "there is no answer" : lastError;
        return "Nothing has been delivered " + since + ": " + (ready ? error : "there is no connection");
    }

    synchronized void addTo(Map<String, Object> state) {
        Instant success = lastSuccess == null ? null : lastSuccess.truncatedTo(ChronoUnit.MICROS);
        state.put("last_success", success == null ? null : success.toString());
        state.put("last_error", lastError);
    }
}
