package io.outrider.agent.vehicle.triggers;

import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.functions.MemoryWeight;

/** Bytes of the events for which calls wait; each counts once, however many calls wait for it. Any thread. */
final class WaitingEvents {
    private final long most;
    private long bytes;

    WaitingEvents(long most) {
        this.most = most;
    }

    /** An event for which no call waits yet. */
    Waiting of(Event event) {
        return new Waiting(event);
    }

    /** An event and the number of calls that wait for it. */
    final class Waiting {
        final Event event;
        private final long weight;
        private int calls;

        private Waiting(Event event) {
            this.event = event;
            this.weight = MemoryWeight.of(event.data());
        }

        /** @return false if there is no room for it, and then no call may wait for it */
        boolean await() {
            synchronized (WaitingEvents.this) {
                if (calls == 0 && bytes + weight > most) {
                    return false;
                }
                bytes += calls == 0 ? weight : 0;
                calls++;
                return true;
            }
        }

        /** A call does not wait any more. */
        void done() {
            synchronized (WaitingEvents.this) {
                calls--;
                bytes -= calls == 0 ? weight : 0;
            }
        }
    }
}
