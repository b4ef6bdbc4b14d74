package io.outrider.agent.runtime.watchdog;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Sender of datagrams to the service manager's socket. */
@FunctionalInterface
interface Datagrams {
    /** @throws IOException with the reason if it was not sent */
    void send(byte[] message) throws IOException;

    default void send(String message) throws IOException {
        send(message.getBytes(StandardCharsets.UTF_8));
    }
}
