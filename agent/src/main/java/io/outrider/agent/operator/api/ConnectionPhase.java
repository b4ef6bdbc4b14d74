package io.outrider.agent.operator.api;

import java.util.LinkedHashSet;
import java.util.Set;

/** Phase of connections, oldest first, with limits of number and time. Reactor thread only. */
final class ConnectionPhase {
    private final Set<PendingConnection> connections = new LinkedHashSet<>();
    private final int most;
    private final long nanos;

    ConnectionPhase(int most, long nanos) {
        this.most = most;
        this.nanos = nanos;
    }

    void add(PendingConnection connection, long now) {
        leave(connection);
        connection.deadline = now + nanos;
        connection.phase = this;
        connections.add(connection);
    }

    static void leave(PendingConnection connection) {
        if (connection.phase != null) {
            connection.phase.connections.remove(connection);
            connection.phase = null;
        }
    }

    boolean isOverfull() {
        return connections.size() > most;
    }

    /** Null if there is none. */
    PendingConnection oldest() {
        return connections.isEmpty() ? null : connections.iterator().next();
    }

    /** The oldest connection without input since a time; null if there is none. */
    PendingConnection oldestSilent(long since) {
        for (PendingConnection each : connections) {
            if (each.lastRead - since < 0) {
                return each;
            }
        }
        return null;
    }
}
