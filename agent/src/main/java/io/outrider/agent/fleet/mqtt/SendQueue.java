package io.outrider.agent.fleet.mqtt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Queue of messages to send. Open only while connected, so that no accepted message is stranded in it. */
final class SendQueue {
    /** Capacity in messages: a thousand jobs at once with three messages each, whose senders do not retry, and more. */
    static final int MOST = 8192;

    static final long MOST_BYTES = 4L * 1024 * 1024;

    private final Deque<PendingPublish> queue = new ArrayDeque<>();
    private long bytes;
    private boolean open;

    synchronized boolean offer(PendingPublish pending) {
        int size = pending.message.payload().length;
        boolean hasRoom = queue.isEmpty() || queue.size() < MOST && bytes + size <= MOST_BYTES;
        if (!open || !hasRoom) {
            return false;
        }
        queue.addLast(pending);
        bytes += size;
        return true;
    }

    synchronized PendingPublish poll() {
        PendingPublish next = queue.pollFirst();
        if (next != null) {
            bytes -= next.message.payload().length;
        }
        return next;
    }

    synchronized boolean isOpen() {
        return open;
    }

    synchronized void open() {
        open = true;
    }

    synchronized List<PendingPublish> close() {
        open = false;
        List<PendingPublish> rest = new ArrayList<>(queue);
        queue.clear();
        bytes = 0;
        return rest;
    }
}
