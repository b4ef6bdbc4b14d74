package io.outrider.agent.daemon;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * MQTT 5 broker of the training run, for one client at a time: it accepts everything and sends one command. Packets as in
 * section 3 of the standard.
 */
final class TrainingBroker implements AutoCloseable {
    private static final String COMMAND = "{\"jid\":\"20260101000000000001\",\"fun\":\"test.ping\",\"arg\":[]}";
    private static final int CONNECT = 1;
    private static final int PUBLISH = 3;
    private static final int SUBSCRIBE = 8;
    private static final int PINGREQ = 12;

    private final ServerSocket server;
    private final String commandTopic;
    private final CountDownLatch returned = new CountDownLatch(1);
    private final CountDownLatch uploaded = new CountDownLatch(1);

    TrainingBroker(int port, String commandTopic) throws IOException {
        this.commandTopic = commandTopic;
        server = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "training-broker");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits for the reply to the command and for telemetry; returns false if they do not come within a minute each. */
    boolean awaitMessages() throws InterruptedException {
        return returned.await(1, TimeUnit.MINUTES) && uploaded.await(1, TimeUnit.MINUTES);
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                DataInputStream in = new DataInputStream(client.getInputStream());
                while (true) {
                    int header = in.readUnsignedByte();
                    client.getOutputStream().write(answer(header, ByteBuffer.wrap(in.readNBytes(length(in)))));
                }
            } catch (IOException e) {
                // the client has gone
            }
        }
    }

    /** Variable byte integer. */
    private static int length(DataInputStream in) throws IOException {
        int length = 0;
        for (int shift = 0; ; shift += 7) {
            int next = in.readUnsignedByte();
            length |= (next & 0x7F) << shift;
            if (next < 0x80) {
                return length;
            }
        }
    }

    private byte[] answer(int header, ByteBuffer packet) {
        return switch (header >> 4) {
            case CONNECT -> new byte[] {0x20, 3, 0, 0, 0};
            case SUBSCRIBE -> subscribed(packet);
            case PUBLISH -> published(header, packet);
            case PINGREQ -> new byte[] {(byte) 0xD0, 0};
            default -> new byte[0];
        };
    }

    /** SUBACK with QoS 1 for each filter, and the command. */
    private byte[] subscribed(ByteBuffer packet) {
        short id = packet.getShort();
        packet.position(packet.position() + 1 + packet.get(packet.position())); // properties, of less than 128 bytes
        ByteBuffer answer = ByteBuffer.allocate(1_024).position(5);
        while (packet.hasRemaining()) {
            packet.position(packet.position() + 3 + packet.getShort(packet.position())); // filter and options
            answer.put((byte) 1);
        }
        answer.put(0, (byte) 0x90).put(1, (byte) (answer.position() - 2)).putShort(2, id);
        byte[] topic = commandTopic.getBytes(StandardCharsets.UTF_8);
        byte[] command = COMMAND.getBytes(StandardCharsets.UTF_8);
        answer.put((byte) 0x32).put((byte) (5 + topic.length + command.length)); // QoS 1; less than 128 bytes
        answer.putShort((short) topic.length)
                .put(topic)
                .putShort((short) 1)
                .put((byte) 0)
                .put(command);
        byte[] bytes = new byte[answer.position()];
        answer.flip().get(bytes);
        return bytes;
    }

    private byte[] published(int header, ByteBuffer packet) {
        byte[] topic = new byte[packet.getShort()];
        packet.get(topic);
        String name = new String(topic, StandardCharsets.UTF_8);
        if (name.endsWith("/telemetry")) {
            uploaded.countDown();
        } else if (name.endsWith("/return")) {
            returned.countDown();
        }
        boolean isAcknowledged = (header & 0x06) != 0;
        return isAcknowledged ? new byte[] {0x40, 2, packet.get(), packet.get()} : new byte[0];
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
