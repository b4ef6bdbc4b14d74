package io.outrider.agent.fleet.mqtt;

import java.util.concurrent.TimeUnit;
import org.eclipse.paho.mqttv5.common.MqttException;

/** Mapping from session events to the reason for which a connection ended. */
final class DisconnectReasons {
    /** Paho stops its callback before it reports the error; the reason follows within this time. */
    private static final long REASON_MILLIS = 500;

    private DisconnectReasons() {}

    /** Throws if the event ends the connection; waits for the reason if the event has none. */
    static void check(SessionEvent event, PahoSession session, ErrorMessages errors)
            throws LinkFailure, InterruptedException {
        check(event, null, session, errors);
    }

    /** Reason for an exception of Paho after the end of the connection; mostly already on its way to the inbox. */
    static LinkFailure after(Throwable thrown, PahoSession session, ErrorMessages errors) throws InterruptedException {
        try {
            check(new SessionEvent.Disconnected(null), thrown, session, errors);
            return errors.explain(thrown);
        } catch (LinkFailure e) {
            return e;
        }
    }

    private static void check(SessionEvent event, Throwable otherwise, PahoSession session, ErrorMessages errors)
            throws LinkFailure, InterruptedException {
        if (event instanceof SessionEvent.Resumed resumed) {
            throw new LinkFailure(
                    "the machine was suspended for " + resumed.suspended().toSeconds() + " s: the unit connects anew");
        }
        SessionEvent end = event;
        if (event instanceof SessionEvent.Disconnected && !explains(event)) {
            long deadline = session.ticker.nanos() + TimeUnit.MILLISECONDS.toNanos(REASON_MILLIS);
            SessionEvent next = event;
            while (next != null && !explains(next)) {
                if (next instanceof SessionEvent.Acknowledged last) {
                    last.pending().complete(last.code()); // else an acknowledged message would be sent again
                }
                next = session.inbox.poll(deadline - session.ticker.nanos(), TimeUnit.NANOSECONDS);
            }
            end = next == null ? new SessionEvent.Disconnected(otherwise) : next;
        }
        if (end instanceof SessionEvent.Disconnected ended) {
            // a write may fail first while the reason was read
            throw errors.explain(session.socket.alert() == null ? ended.cause() : session.socket.alert());
        }
    }

    private static boolean explains(SessionEvent event) {
        return event instanceof SessionEvent.Disconnected ended
                && ended.cause() != null
                && !(ended.cause() instanceof MqttException paho
                        && paho.getCause() == null
                        && ReasonCodes.isEnd(paho.getReasonCode()));
    }
}
