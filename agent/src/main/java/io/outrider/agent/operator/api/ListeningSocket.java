package io.outrider.agent.operator.api;

import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Listening socket with the connections of its clients, limited separately from those of other sockets.
 *
 * @param heads connections without a complete head
 * @param bodies connections of authorized clients without a complete body
 * @param ends connections with a response that the client has not closed
 * @param headBytes memory for all heads
 * @param bodyBytes memory for all bodies
 */
record ListeningSocket(
        ServerSocketChannel channel,
        ConnectionPhase heads,
        ConnectionPhase bodies,
        ConnectionPhase ends,
        Semaphore headBytes,
        Semaphore bodyBytes) {
    private static final int HEAD_BYTES = 1 << 20;

    ListeningSocket(
            ServerSocketChannel channel,
            ConnectionPhase heads,
            ConnectionPhase bodies,
            ConnectionPhase ends,
            int bodyBytes) {
        this(channel, heads, bodies, ends, new Semaphore(HEAD_BYTES), new Semaphore(bodyBytes));
    }

    List<ConnectionPhase> phases() {
        return List.of(heads, bodies, ends);
    }
}
