package io.outrider.agent.fleet.desired;

import io.outrider.agent.runtime.PeriodicTasks;
import java.time.Duration;

/**
 * Hand-over of desired documents from the link to the thread that waits for the disk. Only the latest counts: one that
 * has not been looked at when the next comes is acknowledged and dropped. One that cannot be kept is tried again. Any
 * thread.
 */
public final class DesiredInbox {
    private static final Duration RETRY = Duration.ofMinutes(1);

    private final DesiredState desired;
    private final PeriodicTasks pulse;
    private byte[] latest; // not looked at yet; guarded by this
    private Runnable latestKept;
    private boolean retrying; // on the thread of the pulse only

    public DesiredInbox(DesiredState desired, PeriodicTasks pulse) {
        this.desired = desired;
        this.pulse = pulse;
    }

    /** @param kept called when the document is on the disk, or need not be */
    public void add(byte[] document, Runnable kept) {
        if (document.length == 0) { // the retained message was deleted, which changes nothing
            kept.run();
            return;
        }
        Runnable superseded;
        synchronized (this) {
            superseded = latestKept;
            latest = document;
            latestKept = kept;
        }
        if (superseded == null) {
            pulse.once(this::look);
        } else {
            superseded.run();
        }
    }

    private void look() {
        byte[] document;
        Runnable kept;
        synchronized (this) {
            document = latest;
            kept = latestKept;
            latest = null;
            latestKept = null;
        }
        desired.accept(document, kept);
        retryLater();
    }

    private void retryLater() {
        if (!retrying && !desired.isKept()) {
            retrying = true;
            pulse.later(RETRY, () -> {
                retrying = false;
                desired.keepAgain();
                retryLater();
            });
        }
    }
}
