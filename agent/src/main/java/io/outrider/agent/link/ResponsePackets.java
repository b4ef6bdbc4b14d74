package io.outrider.agent.link;

import java.nio.ByteBuffer;

/** Response packets of a broker: their bodies, checked and written again without what the link does not use. */
final class ResponsePackets {
    /** Paho reads these two bytes as a number with a sign. */
    private static final long LARGEST = Short.MAX_VALUE;

    private static final long NONE = -1;

    private ResponsePackets() {}

    /** Flags, reason code, and of the properties the limits that the broker sets. */
    static byte[] connack(ByteBuffer body, Address broker) throws PacketException {
        if (body.remaining() == 2) { // of MQTT 3
            throw new PacketException(
                    "the broker does not speak MQTT 5: ask whoever runs " + broker + " (unsupported protocol version)");
        }
        need(body, 3, "CONNACK");
        ByteBuffer copy = ByteBuffer.allocate(64);
        copy.put(body.get()).put(body.get());
        PacketProperties all = PacketProperties.read(body, "CONNACK");
        end(body, "CONNACK");
        for (int property : new int[] {PacketProperties.RECEIVE_MAXIMUM, PacketProperties.MAXIMUM_PACKET}) {
            if (all.number(property, NONE) == 0) {
                throw PacketException.of("a CONNACK whose "
                        + (property == PacketProperties.RECEIVE_MAXIMUM ? "receive maximum" : "maximum packet size")
                        + " is 0 (protocol error)");
            }
        }
        copy.put((byte) 0); // the properties' length, which is known at the end
        number(copy, all, PacketProperties.KEEPALIVE, 2, 0xFFFF);
        number(copy, all, PacketProperties.RECEIVE_MAXIMUM, 2, LARGEST);
        number(copy, all, PacketProperties.ALIAS_MAXIMUM, 2, LARGEST);
        number(copy, all, PacketProperties.MAXIMUM_PACKET, 4, 0xFFFF_FFFFL);
        number(copy, all, PacketProperties.MAXIMUM_QOS, 1, 1);
        number(copy, all, PacketProperties.RETAIN_AVAILABLE, 1, 1);
        copy.put(2, (byte) (copy.position() - 3));
        return bytes(copy);
    }

    private static void number(ByteBuffer copy, PacketProperties all, int property, int size, long largest) {
        long value = Math.min(all.number(property, NONE), largest);
        if (value != NONE) {
            copy.put((byte) property);
            for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
                copy.put((byte) (value >> shift));
            }
        }
    }

    /** Packet identifier and reason code. */
    static byte[] puback(ByteBuffer body) throws PacketException {
        need(body, 2, "PUBACK");
        ByteBuffer copy = ByteBuffer.allocate(4).putShort(body.getShort());
        copy.put(body.hasRemaining() ? body.get() : 0).put((byte) 0);
        if (body.hasRemaining()) {
            PacketProperties.read(body, "PUBACK");
        }
        end(body, "PUBACK");
        return bytes(copy);
    }

    /** Packet identifier and reason codes. */
    static byte[] suback(ByteBuffer body) throws PacketException {
        need(body, 3, "SUBACK");
        ByteBuffer copy = ByteBuffer.allocate(body.remaining()).putShort(body.getShort());
        PacketProperties.read(body, "SUBACK");
        return bytes(copy.put((byte) 0).put(body));
    }

    static byte[] pingresp(ByteBuffer body) throws PacketException {
        end(body, "PINGRESP");
        return new byte[0];
    }

    private static byte[] bytes(ByteBuffer copy) {
        byte[] bytes = new byte[copy.position()];
        copy.flip().get(bytes);
        return bytes;
    }

    private static void need(ByteBuffer body, int bytes, String packet) throws PacketException {
        if (body.remaining() < bytes) {
            throw PacketException.of("a " + packet + " of " + body.remaining() + " bytes");
        }
    }

    private static void end(ByteBuffer body, String packet) throws PacketException {
        if (body.hasRemaining()) {
            throw PacketException.of("a " + packet + " with something behind its end");
        }
    }
}
