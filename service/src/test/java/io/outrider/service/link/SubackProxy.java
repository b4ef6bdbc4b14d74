package io.outrider.service.link;

import io.outrider.testkit.TimeoutFactor;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Proxy before an MQTT broker that keeps every SUBACK from the first connection with one; all else passes. */
final class SubackProxy implements AutoCloseable {
    /** Type of a packet, in the upper four bits of its first byte (MQTT 5.0, 2.1.2). */
    private static final int SUBACK = 9;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final CompletableFuture<Socket> kept = new CompletableFuture<>();

    SubackProxy(int targetPort) throws IOException {
        target = targetPort;
        new Thread(this::accept, "proxy").start();
    }

    int port() {
        return server.getLocalPort();
    }

    /** Connection whose SUBACK was kept, once it was. */
    Socket unanswered() throws Exception {
        return kept.get(TimeoutFactor.scaledSeconds(60), TimeUnit.SECONDS);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
                new Thread(() -> pass(client, broker, false), "proxy-up").start();
                new Thread(() -> pass(broker, client, true), "proxy-down").start();
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void pass(Socket from, Socket to, boolean answers) {
        try (from;
                to) {
            if (answers) {
                passAnswers(new DataInputStream(from.getInputStream()), to);
            } else {
                from.getInputStream().transferTo(to.getOutputStream());
            }
        } catch (IOException e) {
            // one side has gone
        }
    }

    private void passAnswers(DataInputStream from, Socket to) throws IOException {
        while (true) {
            byte[] packet = packet(from);
            boolean first = (packet[0] & 0xFF) >> 4 == SUBACK && (kept.complete(to) || kept.join() == to);
            if (!first) {
                to.getOutputStream().write(packet);
            }
        }
    }

    /** Packet with its remaining length of one to four bytes, seven bits in each, the lowest first (MQTT 5.0, 1.5.5). */
    private static byte[] packet(DataInputStream from) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(5).put(from.readByte());
        int length = 0;
        int next = 0x80;
        for (int shift = 0; (next & 0x80) != 0; shift += 7) {
            next = from.readUnsignedByte();
            head.put((byte) next);
            length |= (next & 0x7F) << shift;
        }
        byte[] body = from.readNBytes(length);
        return ByteBuffer.allocate(head.position() + length)
                .put(head.flip())
                .put(body)
                .array();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
