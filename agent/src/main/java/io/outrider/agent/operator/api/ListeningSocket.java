package io.outrider.agent.operator.api;

import java.nio.channels.ServerSocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Listening socket with the connections of its clients, limited separately from those of other sockets.
 *
 * @param ofContainers true if each request needs a token, whatever the settings say
 * @param heads connections without a complete head
 * @param bodies connections of authorized clients without a complete body
 * @param ends connections with a response that the client has not closed
 */
record ListeningSocket(
        ServerSocketChannel channel,
        boolean ofContainers,
        ConnectionPhase heads,
        ConnectionPhase bodies,
        ConnectionPhase ends,
        Semaphore headBytes,
        Semaphore bodyBytes) {
    List<ConnectionPhase> phases() {
        return List.of(heads, bodies, ends);
    }

    /** Phase of connections, oldest first, with limits of number and time. Reactor thread only. */
    static final class ConnectionPhase {
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
            return connections.stream()
                    .filter(each -> each.lastRead - since < 0)
                    .findFirst()
                    .orElse(null);
        }
    }
}
