package io.outrider.agent.operator.api;

import java.nio.channels.ServerSocketChannel;
import java.util.List;

/** Listening socket, and what its connections may take: those of one take nothing from another's. */
final class ListeningSocket {
    /**
     * Places and times.
     *
     * @param heads connections over which no whole head has come, from anybody
     * @param bodies connections that may, and over which no whole body has come
     * @param ends answered connections that have not been closed by the client
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

    /** @param channel that does not block */
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
