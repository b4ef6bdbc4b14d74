package io.outrider.agent.fleet.mqtt;

import static io.outrider.agent.runtime.Locks.locked;

import io.outrider.api.Ticker;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Event queue of a session, bounded in messages and bytes. A producer of messages blocks when it is full, so that TCP
 * throttles the broker; other events are few and never block. Thread-safe.
 */
final class SessionEventQueue {
    private final int mostMessages;
    private final long mostBytes;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<SessionEvent> events = new ArrayDeque<>(); // all below is guarded by the lock
    private int messages;
    private long bytes;
    private int blocked; // threads that wait for capacity
    private long blockedUntil;
    private boolean wasBlocked;
    private boolean woken; // a Woken event is queued
    private boolean closed;

    SessionEventQueue(int mostMessages, long mostBytes, Ticker ticker) {
        this.mostMessages = mostMessages;
        this.mostBytes = mostBytes;
        this.ticker = ticker;
    }

    /** Adds an event other than a message; does not block. */
    void add(SessionEvent event) {
        locked(lock, () -> {
            if (event instanceof SessionEvent.Woken) {
                if (woken) {
                    return; // already queued
                }
                woken = true;
            }
            events.addLast(event);
            changed.signalAll();
        });
    }

    /** Adds a message, blocking until there is capacity; one above the capacity is added when no other is queued. */
    void put(SessionEvent.Arrived message) {
        int size = message.size();
        try {
            locked(lock, () -> {
                while (!closed && messages > 0 && (messages >= mostMessages || bytes + size > mostBytes)) {
                    awaitRoom();
                }
                if (!closed) {
                    messages++;
                    bytes += size;
                    events.addLast(message);
                    changed.signalAll();
                }
            });
        } catch (InterruptedException e) { // Paho ends; the message is unacknowledged and will be delivered again
            Thread.currentThread().interrupt();
        }
    }

    private void awaitRoom() throws InterruptedException {
        blocked++;
        try {
            changed.await();
        } finally {
            blocked--;
            wasBlocked = true;
            blockedUntil = ticker.nanos();
        }
    }

    SessionEvent poll(long timeout, TimeUnit unit) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            for (long left = unit.toNanos(timeout); events.isEmpty() && left > 0; ) {
                left = changed.awaitNanos(left);
            }
            return next();
        } finally {
            lock.unlock();
        }
    }

    void drainTo(List<SessionEvent> list) {
        locked(lock, () -> {
            for (SessionEvent event = next(); event != null; event = next()) {
                list.add(event);
            }
        });
    }

    private SessionEvent next() {
        SessionEvent event = events.pollFirst();
        if (event instanceof SessionEvent.Arrived message) {
            messages--;
            bytes -= message.size();
            changed.signalAll();
        } else if (event instanceof SessionEvent.Woken) {
            woken = false;
        }
        return event;
    }

    /** The later of a time and the end of the last blocking, in ticker nanoseconds; nothing could be read before. */
    long readingSince(long nanos) {
        return locked(lock, () -> {
            long last = blocked > 0 ? ticker.nanos() : blockedUntil;
            return blocked > 0 || wasBlocked ? nanos + Math.max(0, last - nanos) : nanos;
        });
    }

    void close() {
        locked(lock, () -> {
            closed = true;
            changed.signalAll();
        });
    }
}
