package io.outrider.bench.daemon;

import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.can.Candump;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Bridge between CAN buses of two processes: a frame that passes one bus passes the other, as a line of candump's over a
 * TCP connection. Two threads of its own; ends with the connection or with its bus.
 */
final class BusBridge implements AutoCloseable {
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long END_MILLIS = 5_000;

    private final Socket socket;
    private final CanPort port;
    private final String name;
    private final Thread sender;
    private final Thread receiver;

    /** Takes over the socket; the bus must be a node of its own and is closed by its creator. */
    BusBridge(CanBus bus, Socket socket) throws BusException {
        this.socket = socket;
        name = bus.name();
        port = bus.open(List.of());
        sender = new Thread(this::send, "bridge-out-" + name);
        receiver = new Thread(this::receive, "bridge-in-" + name);
        for (Thread each : List.of(sender, receiver)) {
            each.setDaemon(true);
            each.start();
        }
    }

    /** Joins the bus that is served at this port of the machine. */
    static BusBridge to(int serverPort, CanBus bus) throws BusException {
        try {
            return new BusBridge(bus, new Socket(InetAddress.getLoopbackAddress(), serverPort));
        } catch (IOException e) {
            throw new UncheckedIOException("the bench does not serve a bus at port " + serverPort, e);
        }
    }

    boolean isOpen() {
        return sender.isAlive() && receiver.isAlive();
    }

    private void send() {
        try (socket;
                Writer out = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.US_ASCII)) {
            socket.setTcpNoDelay(true);
            StringBuilder lines = new StringBuilder();
            while (true) {
                CanFrame frame = port.receive(lines.length() == 0 ? LONGEST_WAIT_NANOS : 0);
                if (frame != null) {
                    lines.append(Candump.line(name, frame)).append('\n');
                } else if (lines.length() > 0) {
                    out.append(lines).flush();
                    lines.setLength(0);
                }
            }
        } catch (IOException e) {
            // one side has ended, which ends the bridge
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        port.close();
    }

    private void receive() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                port.send(Candump.parseLine(line).frame());
            }
        } catch (IOException e) {
            // as above
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        port.close();
    }

    @Override
    public void close() {
        port.close();
        try {
            socket.close();
            sender.join(END_MILLIS);
            receiver.join(END_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
