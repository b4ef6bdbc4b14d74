package io.outrider.agent.fleet.desired;

import io.outrider.agent.runtime.PeriodicTasks;
import java.time.Duration;

/**
 * Hand-over of desired documents from the link thread to a thread that may block on the disk. A document superseded
 * before it is processed is acknowledged and dropped; one that cannot be saved is retried. Thread-safe.
 */
public final class DesiredInbox {
    private static final Duration RETRY = Duration.ofMinutes(1);

    private final DesiredState desired;
    private final PeriodicTasks tasks;
    private byte[] latest; // not processed yet; guarded by this
    private Runnable latestAcknowledge;
    private boolean retrying; // on the thread of the periodic tasks only

    public DesiredInbox(DesiredState desired, PeriodicTasks tasks) {
        this.desired = desired;
        this.tasks = tasks;
    }

    /** @param acknowledge called when the document is on disk, or need not be */
    public void add(byte[] document, Runnable acknowledge) {
        if (document.length == 0) { // deletion of the retained message changes nothing
            acknowledge.run();
            return;
        }
        Runnable superseded;
        synchronized (this) {
            superseded = latestAcknowledge;
            latest = document;
            latestAcknowledge = acknowledge;
        }
        if (superseded == null) {
            tasks.once(this::process);
        } else {
            superseded.run();
        }
    }

    private void process() {
        byte[] document;
        Runnable acknowledge;
        synchronized (this) {
            document = latest;
            acknowledge = latestAcknowledge;
            latest = null;
            latestAcknowledge = null;
        }
        desired.accept(document, acknowledge);
        retryLater();
    }

    private void retryLater() {
        if (!retrying && !desired.isSaved()) {
            retrying = true;
            tasks.later(RETRY, () -> {
                retrying = false;
                desired.retrySave();
                retryLater();
            });
        }
    }
}
