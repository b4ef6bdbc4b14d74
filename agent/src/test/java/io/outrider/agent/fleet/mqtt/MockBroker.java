package io.outrider.agent.fleet.mqtt;

import io.outrider.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Mock broker on a socket, for responses that no real broker sends. */
class MockBroker implements AutoCloseable {
    static final int CONNECT = 1;
    static final int PUBLISH = 3;
    static final int PUBACK = 4;
    static final int SUBSCRIBE = 8;
    static final int PINGREQ = 12;

    private final ServerSocket server;
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    final AtomicInteger accepted = new AtomicInteger();

    MockBroker() {
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        begin(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Response to a packet; by default that of a broker without limits. */
    byte[] answer(int type, byte[] body) {
        return switch (type) {
            case CONNECT -> connack();
            case SUBSCRIBE -> packet(0x90, new byte[] {body[0], body[1], 0, 1, 1});
            case PUBLISH -> packet(0x40, identifier(body));
            case PINGREQ -> packet(0xD0);
            default -> new byte[0];
        };
    }

    static byte[] connack(int... properties) {
        byte[] body = new byte[3 + properties.length];
        body[2] = (byte) properties.length;
        for (int i = 0; i < properties.length; i++) {
            body[3 + i] = (byte) properties[i];
        }
        return packet(0x20, body);
    }

    /** The packet identifier of a PUBLISH with QoS 1. */
    static byte[] identifier(byte[] publish) {
        int at = 2 + ((publish[0] & 0xFF) << 8 | publish[1] & 0xFF);
        return Arrays.copyOfRange(publish, at, at + 2);
    }

    /** PUBLISH to the command topic of u1, with QoS 1 if the first byte has it. */
    static byte[] publish(int first, byte[] properties, byte[] payload) {
        byte[] topic = "outrider/v1/u1/command".getBytes(StandardCharsets.UTF_8);
        return packet(
                first,
                join(
                        new byte[] {0, (byte) topic.length},
                        topic,
                        (first & 6) == 0 ? new byte[0] : new byte[] {0, 7},
                        properties,
                        payload));
    }

    static byte[] packet(int first, byte[]... context) {
        byte[] body = join(context);
        return join(new byte[] {(byte) first}, length(body.length), body);
    }

    /** Empty user properties, preceded by their length. */
    static byte[] userProperties(int count) {
        byte[] all = new byte[5 * count];
        for (int i = 0; i < count; i++) {
            all[5 * i] = 0x26;
        }
        return join(length(all.length), all);
    }

    static byte[] length(int value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int rest = value;
        for (; rest > 0x7F; rest >>= 7) {
            bytes.write(rest & 0x7F | 0x80);
        }
        bytes.write(rest);
        return bytes.toByteArray();
    }

    static byte[] join(byte[]... context) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] each : context) {
            all.writeBytes(each);
        }
        return all.toByteArray();
    }

    private synchronized void begin(Runnable task) {
        Thread thread = new Thread(task, "mock-broker");
        threads.add(thread);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                synchronized (this) {
                    sockets.add(socket);
                }
                accepted.incrementAndGet();
                begin(() -> serve(socket));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int first = in.readUnsignedByte();
                int length = 0;
                int next = 0x80;
                for (int shift = 0; (next & 0x80) != 0; shift += 7) {
                    next = in.readUnsignedByte();
                    length |= (next & 0x7F) << shift;
                }
                byte[] body = new byte[length];
                in.readFully(body);
                socket.getOutputStream().write(answer(first >> 4, body));
            }
        } catch (IOException e) {
            // closed by the peer
        }
    }

    @Override
    public void close() {
        List<Thread> all;
        try {
            server.close();
            synchronized (this) {
                for (Socket each : sockets) {
                    each.close();
                }
                all = new ArrayList<>(threads);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        all.forEach(each -> Await.until("a thread of the broker ended", () -> !each.isAlive()));
    }
}
