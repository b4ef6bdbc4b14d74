package io.outrider.agent.fleet.mqtt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What is taken and not yet sent. Open only while connected, so that what is taken can never be stranded here. */
final class SendQueue {
    /**
     * What becomes of a thousand jobs that come at once, three messages each, and some more: these are in no durable
     * queue, so that what is not taken here is not said.
     */
    static final int MOST = 8192;

    static final long MOST_BYTES = 4L * 1024 * 1024;

    private final Deque<PendingPublish> waiting = new ArrayDeque<>();
    private long bytes;
    private boolean open;

    synchronized boolean offer(PendingPublish delivery) {
        int size = delivery.message().payload().length;
        boolean room = waiting.isEmpty() || waiting.size() < MOST && bytes + size <= MOST_BYTES;
        if (!open || !room) {
            return false;
        }
        waiting.addLast(delivery);
        bytes += size;
        return true;
    }

    /** The next one, or null. */
    synchronized PendingPublish poll() {
        PendingPublish next = waiting.pollFirst();
        if (next != null) {
            bytes -= next.message().payload().length;
        }
        return next;
    }

    synchronized boolean isOpen() {
        return open;
    }

    synchronized void open() {
        open = true;
    }

    /** Takes nothing any more and gives back what was not sent. */
    synchronized List<PendingPublish> shut() {
        open = false;
        List<PendingPublish> rest = new ArrayList<>(waiting);
        waiting.clear();
        bytes = 0;
        return rest;
    }
}
