package io.outrider.agent.fleet.desired;

import io.outrider.agent.runtime.PeriodicTasks;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Hand-over of desired documents from the link thread to a thread that may block on the disk. A document superseded
 * before it is processed is acknowledged and dropped; one that cannot be saved is retried. Thread-safe.
 */
public final class DesiredInbox {
    private static final Duration RETRY = Duration.ofMinutes(1);

    private final DesiredState desired;
    private final PeriodicTasks tasks;
    private final AtomicReference<ReceivedDocument> latest = new AtomicReference<>(); // not processed yet
    private boolean retrying; // on the thread of the periodic tasks only

    private record ReceivedDocument(byte[] bytes, Runnable acknowledge) {}

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
        ReceivedDocument superseded = latest.getAndSet(new ReceivedDocument(document, acknowledge));
        if (superseded == null) {
            tasks.once("desired-document", this::process);
        } else {
            superseded.acknowledge.run();
        }
    }

    private void process() {
        ReceivedDocument document = latest.getAndSet(null);
        desired.accept(document.bytes, document.acknowledge);
        retryLater();
    }

    private void retryLater() {
        if (!retrying && !desired.isSaved()) {
            retrying = true;
            tasks.later("desired-save", RETRY, () -> {
                retrying = false;
                desired.retrySave();
                retryLater();
            });
        }
    }
}
