package io.outrider.agent.fleet.mqtt;

import java.util.concurrent.TimeUnit;
import org.eclipse.paho.mqttv5.common.MqttException;

/** Which events end a connection, and why. */
final class Ends {
    /** Paho stops its callback before it says what went wrong; the reason follows within this time. */
    private static final long REASON_MILLIS = 500;

    private Ends() {}

    /** Throws when the event is an end; waits a moment for the reason if it has none. */
    static void check(Event event, Session session, Troubles troubles) throws LinkFailure, InterruptedException {
        check(event, null, session, troubles);
    }

    /** What Paho threw because the connection had ended; the reason is mostly on its way into the inbox. */
    static LinkFailure after(Throwable thrown, Session session, Troubles troubles) throws InterruptedException {
        try {
            check(new Event.Ended(null), thrown, session, troubles);
            return troubles.explain(thrown);
        } catch (LinkFailure e) {
            return e;
        }
    }

    private static void check(Event event, Throwable otherwise, Session session, Troubles troubles)
            throws LinkFailure, InterruptedException {
        if (event instanceof Event.Resumed resumed) {
            throw new LinkFailure(
                    "the machine was suspended for " + resumed.suspended().toSeconds() + " s: the unit connects anew");
        }
        Event end = event;
        if (event instanceof Event.Ended && !explains(event)) {
            long deadline = session.nanos() + TimeUnit.MILLISECONDS.toNanos(REASON_MILLIS);
            Event next = event;
            while (next != null && !explains(next)) {
                if (next instanceof Event.Acknowledged last) {
                    last.delivery().settle(last.code()); // else what the broker has would be sent again
                }
                next = session.inbox().poll(deadline - session.nanos(), TimeUnit.NANOSECONDS);
            }
            end = next == null ? new Event.Ended(otherwise) : next;
        }
        if (end instanceof Event.Ended ended) {
            // what broke first may be a write, while what is to be known was read
            throw troubles.explain(session.alert() == null ? ended.cause() : session.alert());
        }
    }

    private static boolean explains(Event event) {
        return event instanceof Event.Ended ended
                && ended.cause() != null
                && !(ended.cause() instanceof MqttException paho
                        && paho.getCause() == null
                        && ReasonCodes.isEnd(paho.getReasonCode()));
    }
}
