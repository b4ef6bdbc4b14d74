package io.outrider.agent.operator.api;

import java.nio.channels.ServerSocketChannel;
import java.util.List;

/** Listening socket with the connections of its clients, limited separately from those of other sockets. */
final class ListeningSocket {
    private static final long HEAD_BYTES = 1 << 20;

    final ServerSocketChannel channel;
    final ConnectionPhase heads;
    final ConnectionPhase bodies;
    final ConnectionPhase ends;
    final ByteBudget headBytes = new ByteBudget(HEAD_BYTES);
    final ByteBudget bodyBytes;

    /**
     * @param heads connections without a complete head
     * @param bodies connections of authorized clients without a complete body
     * @param ends connections with a response that the client has not closed
     * @param bodyBytes limit of all bodies in memory
     */
    ListeningSocket(
            ServerSocketChannel channel,
            ConnectionPhase heads,
            ConnectionPhase bodies,
            ConnectionPhase ends,
            long bodyBytes) {
        this.channel = channel;
        this.heads = heads;
        this.bodies = bodies;
        this.ends = ends;
        this.bodyBytes = new ByteBudget(bodyBytes);
    }

    List<ConnectionPhase> phases() {
        return List.of(heads, bodies, ends);
    }
}
