package io.outrider.agent.fleet.mqtt;

import io.outrider.api.Ticker;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Queue of a session's events, with room for so many messages. Whoever brings a message that has no room waits, so that
 * TCP holds the broker back; everything else always has room, for there is little of it. Any thread.
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
    private int blocked; // threads that wait for room
    private long blockedUntil;
    private boolean wasBlocked;
    private boolean woken; // a Woken is in the queue
    private boolean closed;

    SessionEventQueue(int mostMessages, long mostBytes, Ticker ticker) {
        this.mostMessages = mostMessages;
        this.mostBytes = mostBytes;
        this.ticker = ticker;
    }

    /** Adds an event that needs no room. */
    void add(SessionEvent event) {
        lock.lock();
        try {
            if (event instanceof SessionEvent.Woken) {
                if (woken) {
                    return; // one is as good as many
                }
                woken = true;
            }
            events.addLast(event);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Adds a message as soon as there is room; one larger than all the room has it when no other is there. */
    void put(SessionEvent.Arrived message) {
        int size = message.size();
        lock.lock();
        try {
            while (!closed && messages > 0 && (messages >= mostMessages || bytes + size > mostBytes)) {
                awaitRoom();
            }
            if (!closed) {
                messages++;
                bytes += size;
                events.addLast(message);
                changed.signalAll();
            }
        } catch (InterruptedException e) { // Paho ends; the message was not acknowledged, and comes again
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
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

    /** The next event; null if there is none within this time. */
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

    /** Adds all events there are to a list. */
    void drainTo(List<SessionEvent> list) {
        lock.lock();
        try {
            for (SessionEvent event = next(); event != null; event = next()) {
                list.add(event);
            }
        } finally {
            lock.unlock();
        }
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

    /**
     * The later of a moment and the last at which a message waited for room, in the ticker's nanoseconds: until then
     * nothing behind that message could be read.
     */
    long readingSince(long moment) {
        lock.lock();
        try {
            long last = blocked > 0 ? ticker.nanos() : blockedUntil;
            return blocked > 0 || wasBlocked ? moment + Math.max(0, last - moment) : moment;
        } finally {
            lock.unlock();
        }
    }

    /** Takes no message any more; whoever waits for room goes on without having added his. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
