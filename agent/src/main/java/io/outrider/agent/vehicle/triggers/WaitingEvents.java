package io.outrider.agent.vehicle.triggers;

import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.functions.MemoryWeight;

/** Memory limit of events with queued calls; each event counts once, however many calls it has. Any thread. */
final class WaitingEvents {
    private final long most;
    private long bytes;

    WaitingEvents(long most) {
        this.most = most;
    }

    PendingEvent of(Event event) {
        return new PendingEvent(event);
    }

    /** Event with the number of its queued calls. */
    final class PendingEvent {
        final Event event;
        private final long weight;
        private int calls;

        private PendingEvent(Event event) {
            this.event = event;
            this.weight = MemoryWeight.of(event.data());
        }

        /** @return false if there is no room; the call must then be dropped */
        boolean acquire() {
            synchronized (WaitingEvents.this) {
                if (calls == 0 && bytes + weight > most) {
                    return false;
                }
                bytes += calls == 0 ? weight : 0;
                calls++;
                return true;
            }
        }

        /** Counts a call out of the queue. */
        void release() {
            synchronized (WaitingEvents.this) {
                calls--;
                bytes -= calls == 0 ? weight : 0;
            }
        }
    }
}
