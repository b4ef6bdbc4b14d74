package io.outrider.agent.operator.api;

import java.nio.channels.ServerSocketChannel;
import java.util.List;

/** Listening socket with the connection limits of its clients, separate from those of other sockets. */
final class ListeningSocket {
    /**
     * Limits of numbers and times.
     *
     * @param heads connections without a complete head
     * @param bodies connections of authorized clients without a complete body
     * @param ends connections with a response that the client has not closed
     * @param bodyBytes of all bodies in memory
     */
    record ConnectionLimits(
            int heads, int bodies, int ends, long headNanos, long bodyNanos, long endNanos, long bodyBytes) {}

    private static final long HEAD_BYTES = 1 << 20;

    final ServerSocketChannel channel;
    final ConnectionPhase heads;
    final ConnectionPhase bodies;
    final ConnectionPhase ends;
    final ByteBudget headBytes = new ByteBudget(HEAD_BYTES);
    final ByteBudget bodyBytes;

    /** @param channel must be non-blocking */
    ListeningSocket(ServerSocketChannel channel, ConnectionLimits limits) {
        this.channel = channel;
        this.heads = new ConnectionPhase(limits.heads(), limits.headNanos());
        this.bodies = new ConnectionPhase(limits.bodies(), limits.bodyNanos());
        this.ends = new ConnectionPhase(limits.ends(), limits.endNanos());
        this.bodyBytes = new ByteBudget(limits.bodyBytes());
    }

    List<ConnectionPhase> phases() {
        return List.of(heads, bodies, ends);
    }
}
