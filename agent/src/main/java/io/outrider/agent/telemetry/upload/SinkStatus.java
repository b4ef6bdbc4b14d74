package io.outrider.agent.telemetry.upload;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** How it goes with the receiver, and until when it is left alone. Any thread. */
final class SinkStatus {
    private static final Duration OVERDUE = Duration.ofMinutes(15);
    private static final Duration OVERDUE_OFFLINE = Duration.ofHours(1);

    private boolean paused;
    private long notBefore;
    private boolean lasting;
    private String trouble;
    private Instant lastSuccess;
    private boolean isUnheard;
    private boolean owing;
    private long owingSince;

    synchronized void accepted(Instant when) {
        lastSuccess = when;
        trouble = null;
        lasting = false;
        owing = false;
        isUnheard = false;
    }

    /** The broker took something for nobody, and that is to count as delivered. */
    synchronized void unheard(Instant when) {
        accepted(when);
        isUnheard = true;
    }

    /** Problem although records count as delivered; null if there is none. */
    synchronized String unheard() {
        return isUnheard
                ? "Nobody subscribes to this unit's topic telemetry at the broker: what is sent is gone, unless the broker"
                        + " passes it on without a subscription. Start what receives it, or set [upload]"
                        + " require_receiver = true to have records kept until then."
                : null;
    }

    /** Something has to get there from now on, if it has not had to before. */
    synchronized void owes(long now) {
        if (!owing) {
            owing = true;
            owingSince = now;
        }
    }

    /** There is nothing to bring, or it may not go. */
    synchronized void owesNothing() {
        owing = false;
    }

    synchronized void trouble(String why) {
        trouble = why;
    }

    /**
     * @param until on the ticker
     * @param lasts whether a link that comes back changes nothing
     */
    synchronized void pause(String why, long until, boolean lasts) {
        trouble = why;
        paused = true;
        notBefore = until;
        lasting = lasts;
    }

    /** There is no sense in waiting any longer. */
    synchronized void goOn() {
        paused = false;
    }

    /** It is another receiver, or the same with other settings. */
    synchronized void forget() {
        paused = false;
        lasting = false;
        trouble = null;
        owing = false;
    }

    /** Nanoseconds, or nothing to wait for. */
    synchronized long pausedFor(long now) {
        if (paused && notBefore - now > 0) {
            return notBefore - now;
        }
        paused = false;
        return 0;
    }

    synchronized boolean paused() {
        return paused;
    }

    /** Why nothing goes until a person acts; null if it is not so. */
    synchronized String lasting() {
        return lasting ? trouble : null;
    }

    /**
     * @param ready whether there is a connection; without one it has to last longer to be a problem here
     * @return what is wrong if nothing has got there for long that had to, and no other problem says why; else null
     */
    synchronized String overdue(long now, boolean ready) {
        Duration late = Duration.ofNanos(owing ? now - owingSince : 0);
        if (lasting || late.compareTo(ready ? OVERDUE : OVERDUE_OFFLINE) < 0) {
            return null;
        }
        String since = lastSuccess == null ? "for " + late.toMinutes() + " minutes" : "since " + lastSuccess;
        String why = trouble == null ? "there is no answer" : trouble;
        return "Nothing has been delivered " + since + ": " + (ready ? why : "there is no connection");
    }

    synchronized void tell(Map<String, Object> facts) {
        facts.put(
                "last_success",
                lastSuccess == null
                        ? null
                        : lastSuccess.truncatedTo(ChronoUnit.MICROS).toString());
        facts.put("last_error", trouble);
    }
}
