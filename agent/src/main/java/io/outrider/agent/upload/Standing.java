package io.outrider.agent.upload;

import java.time.Instant;
import java.util.Map;

/** How it goes with the receiver, and until when it is left alone. Any thread. */
final class Standing {
    private boolean paused;
    private long notBefore;
    private boolean lasting;
    private String trouble;
    private Instant lastSuccess;

    synchronized void accepted(Instant when) {
        lastSuccess = when;
        trouble = null;
        lasting = false;
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

    synchronized void tell(Map<String, Object> facts) {
        facts.put("last_success", lastSuccess == null ? null : lastSuccess.toString());
        facts.put("last_error", trouble);
    }
}
