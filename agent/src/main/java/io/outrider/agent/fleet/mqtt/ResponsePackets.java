package io.outrider.agent.fleet.mqtt;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Set;

/** Response packets of a broker: checks their bodies and re-encodes what the link uses. */
final class ResponsePackets {
    /** Paho reads these two bytes as a signed number. */
    private static final long LARGEST = Short.MAX_VALUE;

    private static final long NONE = -1;

    /** Reason codes that a broker may send (MQTT 5, 3.2.2.2, 3.4.2.1 and 3.9.3). */
    private static final Set<Integer> OF_CONNACK = Set.of(
            0x00, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8C, 0x90, 0x95, 0x97, 0x99, 0x9A,
            0x9B, 0x9C, 0x9D, 0x9F);

    private static final Set<Integer> OF_PUBACK = Set.of(0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99);
    private static final Set<Integer> OF_SUBACK =
            Set.of(0x00, 0x01, 0x02, 0x80, 0x83, 0x87, 0x8F, 0x91, 0x97, 0x9E, 0xA1, 0xA2);

    /** Codes among these that Paho 1.2.5 does not know and ends the connection for. */
    private static final Set<Integer> CONNACK_LACKS = Set.of(0x99, 0x9B);

    private static final Set<Integer> PUBACK_LACKS = Set.of(0x91);
    private static final Set<Integer> SUBACK_LACKS = Set.of(0x97, 0xA1, 0xA2);
    private static final int MOST_CODES = 32; // more than the unit's subscriptions
    private static final byte UNSPECIFIED = (byte) 0x80;

    private ResponsePackets() {}

    static byte[] connack(ByteBuffer body, BrokerAddress broker) throws PacketException {
        if (body.remaining() == 2) { // MQTT 3
            throw new PacketException(
                    "the broker does not speak MQTT 5: ask whoever runs " + broker + " (unsupported protocol version)");
        }
        need(body, 3, "CONNACK");
        ByteBuffer copy = ByteBuffer.allocate(64);
        copy.put(body.get());
        byte code = body.get();
        check(code, OF_CONNACK, "CONNACK");
        if (CONNACK_LACKS.contains(code & 0xFF)) {
            throw new PacketException("the broker refuses the connection: " + ReasonCodes.name(code & 0xFF));
        }
        copy.put(code);
        PacketProperties all = PacketProperties.read(body, "CONNACK");
        end(body, "CONNACK");
        for (int property : new int[] {PacketProperties.RECEIVE_MAXIMUM, PacketProperties.MAXIMUM_PACKET}) {
            if (all.number(property, NONE) == 0) {
                throw PacketException.of("a CONNACK whose "
                        + (property == PacketProperties.RECEIVE_MAXIMUM ? "receive maximum" : "maximum packet size")
                        + " is 0 (protocol error)");
            }
        }
        copy.put((byte) 0); // length of the properties, set at the end
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

    static byte[] puback(ByteBuffer body) throws PacketException {
        need(body, 2, "PUBACK");
        ByteBuffer copy = ByteBuffer.allocate(16).putShort(body.getShort());
        byte[] code = {body.hasRemaining() ? body.get() : 0};
        check(code[0], OF_PUBACK, "PUBACK");
        if (body.hasRemaining()) {
            PacketProperties.read(body, "PUBACK");
        }
        end(body, "PUBACK");
        byte[] asSent = reason(code, PUBACK_LACKS);
        return bytes(copy.put(asSent.length > 0 ? UNSPECIFIED : code[0])
                .put((byte) asSent.length)
                .put(asSent));
    }

    static byte[] suback(ByteBuffer body) throws PacketException {
        need(body, 3, "SUBACK");
        short identifier = body.getShort();
        PacketProperties.read(body, "SUBACK");
        byte[] codes = new byte[body.remaining()];
        body.get(codes);
        for (byte each : codes) {
            check(each, OF_SUBACK, "SUBACK");
        }
        byte[] asSent = reason(codes, SUBACK_LACKS);
        ByteBuffer copy = ByteBuffer.allocate(3 + asSent.length + codes.length);
        copy.putShort(identifier).put((byte) asSent.length).put(asSent);
        for (byte each : codes) {
            copy.put(SUBACK_LACKS.contains(each & 0xFF) ? UNSPECIFIED : each);
        }
        return bytes(copy);
    }

    /** Reason codes as sent by the broker; taken from the reason string if Paho does not know them all. */
    static int[] codes(int[] ofPaho, String reason) {
        if (reason == null) {
            return ofPaho;
        }
        byte[] asSent = HexFormat.of().parseHex(reason);
        int[] codes = new int[asSent.length];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = asSent[i] & 0xFF;
        }
        return codes;
    }

    /** Reason string property with the codes as sent by the broker; empty if Paho knows them all. */
    private static byte[] reason(byte[] codes, Set<Integer> lacking) {
        for (byte each : codes) {
            if (lacking.contains(each & 0xFF) && codes.length <= MOST_CODES) {
                byte[] text = HexFormat.of().formatHex(codes).getBytes(StandardCharsets.US_ASCII);
                return ByteBuffer.allocate(3 + text.length)
                        .put((byte) PacketProperties.REASON)
                        .putShort((short) text.length)
                        .put(text)
                        .array();
            }
        }
        return new byte[0];
    }

    private static void check(byte code, Set<Integer> known, String packet) throws PacketException {
        if (!known.contains(code & 0xFF)) {
            throw PacketException.of("a " + packet + " with the reason code 0x%02x".formatted(code));
        }
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
