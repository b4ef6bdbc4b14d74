package io.outrider.service.program;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Check that the service can listen where its settings say, before it starts. */
final class ListeningPorts {
    private ListeningPorts() {}

    /** @throws InvalidServiceSettingsException if a program listens there, the port is not allowed, or the address is another machine's */
    static void check(String section, String address, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
        } catch (IOException e) {
            throw new InvalidServiceSettingsException("cannot listen at " + address + ":" + port + " ([" + section
                    + "] address, port): " + e.getMessage() + "; 'ss -ltnp' shows who listens");
        }
    }
}
