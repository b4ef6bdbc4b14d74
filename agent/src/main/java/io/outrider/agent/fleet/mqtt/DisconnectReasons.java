package io.outrider.agent.fleet.mqtt;

import java.util.concurrent.TimeUnit;
import org.eclipse.paho.mqttv5.common.MqttException;

/** Which events end a connection, and why. */
final class DisconnectReasons {
    /** Paho stops its callback before it says what went wrong; the reason follows within this time. */
    private static final long REASON_MILLIS = 500;

    private DisconnectReasons() {}

    /** Throws when the event is an end; waits a moment for the reason if it has none. */
    static void check(SessionEvent event, PahoSession session, ErrorMessages troubles)
            throws LinkFailure, InterruptedException {
        check(event, null, session, troubles);
    }

    /** What Paho threw because the connection had ended; the reason is mostly on its way into the inbox. */
    static LinkFailure after(Throwable thrown, PahoSession session, ErrorMessages troubles)
            throws InterruptedException {
        try {
            check(new SessionEvent.Ended(null), thrown, session, troubles);
            return troubles.explain(thrown);
        } catch (LinkFailure e) {
            return e;
        }
    }

    private static void check(SessionEvent event, Throwable otherwise, PahoSession session, ErrorMessages troubles)
            throws LinkFailure, InterruptedException {
        if (event instanceof SessionEvent.Resumed resumed) {
            throw new LinkFailure(
                    "the machine was suspended for " + resumed.suspended().toSeconds() + " s: the unit connects anew");
        }
        SessionEvent end = event;
        if (event instanceof SessionEvent.Ended && !explains(event)) {
            long deadline = session.nanos() + TimeUnit.MILLISECONDS.toNanos(REASON_MILLIS);
            SessionEvent next = event;
            while (next != null && !explains(next)) {
                if (next instanceof SessionEvent.Acknowledged last) {
                    last.delivery().settle(last.code()); // else what the broker has would be sent again
                }
                next = session.inbox().poll(deadline - session.nanos(), TimeUnit.NANOSECONDS);
            }
            end = next == null ? new SessionEvent.Ended(otherwise) : next;
        }
        if (end instanceof SessionEvent.Ended ended) {
            // what broke first may be a write, while what is to be known was read
            throw troubles.explain(session.alert() == null ? ended.cause() : session.alert());
        }
    }

    private static boolean explains(SessionEvent event) {
        return event instanceof SessionEvent.Ended ended
                && ended.cause() != null
                && !(ended.cause() instanceof MqttException paho
                        && paho.getCause() == null
                        && ReasonCodes.isEnd(paho.getReasonCode()));
    }
}
