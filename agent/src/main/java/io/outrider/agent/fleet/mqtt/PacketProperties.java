package io.outrider.agent.fleet.mqtt;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Properties of an MQTT 5 packet (2.2.2): numbers and reason string; others are skipped. */
final class PacketProperties {
    static final int KEEPALIVE = 0x13;
    static final int REASON = 0x1F;
    static final int RECEIVE_MAXIMUM = 0x21;
    static final int ALIAS_MAXIMUM = 0x22;
    static final int MAXIMUM_QOS = 0x24;
    static final int RETAIN_AVAILABLE = 0x25;
    static final int MAXIMUM_PACKET = 0x27;

    private static final int SUBSCRIPTION = 0x0B;
    private static final int USER = 0x26;
    private static final int LONGEST_REASON = 200;

    private final Map<Integer, Long> numbers = new HashMap<>();
    private String reason;

    /** @param bytes positioned at the properties' length; read to the end of the properties */
    static PacketProperties read(ByteBuffer bytes, String packet) throws PacketException {
        int length = variableInt(bytes, packet);
        if (length > bytes.remaining()) {
            throw broken(packet);
        }
        PacketProperties all = new PacketProperties();
        ByteBuffer list = bytes.slice().limit(length);
        while (list.hasRemaining()) {
            all.readOne(list, packet);
        }
        bytes.position(bytes.position() + length);
        return all;
    }

    long number(int property, long otherwise) {
        return numbers.getOrDefault(property, otherwise);
    }

    boolean has(int property) {
        return numbers.containsKey(property);
    }

    /** Printable, at most 200 characters; null if absent. */
    String reason() {
        return reason;
    }

    private void readOne(ByteBuffer list, String packet) throws PacketException {
        int property = list.get() & 0xFF;
        switch (property) {
            case 0x01, 0x17, 0x19, MAXIMUM_QOS, RETAIN_AVAILABLE, 0x28, 0x29, 0x2A -> number(property, list, 1, packet);
            case KEEPALIVE, RECEIVE_MAXIMUM, ALIAS_MAXIMUM, 0x23 -> number(property, list, 2, packet);
            case 0x02, 0x11, 0x18, MAXIMUM_PACKET -> number(property, list, 4, packet);
            case SUBSCRIPTION -> variableInt(list, packet);
            case 0x03, 0x08, 0x09, 0x12, 0x15, 0x16, 0x1A, 0x1C -> block(list, packet);
            case REASON -> reason = line(block(list, packet));
            case USER -> {
                block(list, packet);
                block(list, packet);
            }
            default ->
                throw PacketException.of("a " + packet + " with the property 0x" + Integer.toHexString(property)
                        + ", which there is not");
        }
    }

    private void number(int property, ByteBuffer list, int size, String packet) throws PacketException {
        need(list, size, packet);
        long value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | list.get() & 0xFF;
        }
        if (numbers.put(property, value) != null) {
            throw PacketException.of(
                    "a " + packet + " with the property 0x" + Integer.toHexString(property) + " twice");
        }
    }

    private static ByteBuffer block(ByteBuffer list, String packet) throws PacketException {
        need(list, 2, packet);
        int length = list.getShort() & 0xFFFF;
        need(list, length, packet);
        ByteBuffer block = list.slice().limit(length);
        list.position(list.position() + length);
        return block;
    }

    private static String line(ByteBuffer text) {
        String line = StandardCharsets.UTF_8.decode(text).toString().replaceAll("[^\\p{L}\\p{N}\\p{P}\\p{S} ]", "?");
        return line.substring(0, Math.min(line.length(), LONGEST_REASON));
    }

    private static int variableInt(ByteBuffer bytes, String packet) throws PacketException {
        int value = 0;
        for (int shift = 0; shift <= 21; shift += 7) {
            need(bytes, 1, packet);
            int next = bytes.get();
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw broken(packet);
    }

    private static void need(ByteBuffer bytes, int count, String packet) throws PacketException {
        if (bytes.remaining() < count) {
            throw broken(packet);
        }
    }

    private static PacketException broken(String packet) {
        return PacketException.of("a " + packet + " whose properties reach beyond its end");
    }
}
