package io.outrider.bench.daemon;

import io.outrider.can.CanBus;
import io.outrider.can.VirtualBus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * TCP server through which daemons of other processes join a virtual bus of this one; see {@link BridgedObdFactory}. Each
 * connection is a node of the bus. One thread of its own; any thread.
 */
public final class BusServer implements AutoCloseable {
    private final VirtualBus bus;
    private final ServerSocket server;
    private final Thread acceptor;
    private final List<Member> members = new CopyOnWriteArrayList<>();

    private record Member(CanBus node, BusBridge bridge) {
        void leave() {
            bridge.close();
            node.close();
        }
    }

    /** @param bus closed by its creator, after this */
    public BusServer(VirtualBus bus) throws IOException {
        this.bus = bus;
        server = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        acceptor = new Thread(this::accept, "bus-server-" + bus.name());
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** JVM option with which a daemon joins this bus. */
    public String option() {
        return "-D" + BridgedObdFactory.PORT + "=" + server.getLocalPort();
    }

    private void accept() {
        while (true) {
            try {
                Socket socket = server.accept();
                members.stream().filter(each -> !each.bridge().isOpen()).forEach(each -> {
                    each.leave();
                    members.remove(each);
                });
                CanBus node = bus.node();
                members.add(new Member(node, new BusBridge(node, socket)));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            acceptor.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        members.forEach(Member::leave);
    }
}
