package io.outrider.agent.commands;

import io.outrider.api.FaultText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Flow control: commands are acknowledged no faster than replies leave; the broker keeps the rest. Thread-safe. */
final class PacedAcknowledgements {
    private static final Logger LOG = LoggerFactory.getLogger(PacedAcknowledgements.class);

    /** Unsent replies at which acknowledging stops. */
    static final int MOST_UNSENT = 256;

    /** Queue limit; only commands with QoS 0, which need no acknowledgement, exceed it. */
    static final int MOST_QUEUED = 1_024;

    private final IntSupplier unsentReplies;
    private final Deque<Runnable> queue = new ArrayDeque<>(); // guarded by this

    private final List<Runnable> deferred = new ArrayList<>(); // guarded by this

    PacedAcknowledgements(IntSupplier unsentReplies) {
        this.unsentReplies = unsentReplies;
    }

    /** @param replies number of commands that are about to get a reply */
    synchronized void add(Collection<Runnable> acknowledgements, int replies) {
        queue.addAll(acknowledgements);
        release(replies);
        while (queue.size() > MOST_QUEUED) {
            acknowledgeNext();
        }
    }

    synchronized void defer(Collection<Runnable> acknowledgements) {
        deferred.addAll(acknowledgements);
    }

    synchronized void releaseDeferred() {
        queue.addAll(deferred);
        deferred.clear();
        release(0);
    }

    synchronized void release() {
        release(0);
    }

    private void release(int more) {
        while (!queue.isEmpty() && unsentReplies.getAsInt() + more < MOST_UNSENT) {
            acknowledgeNext();
        }
    }

    private void acknowledgeNext() {
        try {
            queue.pollFirst().run();
        } catch (RuntimeException e) {
            LOG.error("a command could not be acknowledged and will be delivered again" + FaultText.LOG_SUFFIX, e);
        }
    }

    /** Called on a new connection, where the broker delivers unacknowledged commands again. */
    synchronized void clear() {
        queue.clear();
        deferred.clear();
    }
}
