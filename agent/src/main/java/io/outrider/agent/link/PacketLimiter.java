package io.outrider.agent.link;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Stream of MQTT packets in which a PUBLISH with too long a payload is cut: its properties and the rest of its payload are
 * skipped, so that neither is ever in memory, and the message can be acknowledged and answered. One thread.
 */
final class PacketLimiter extends FilterInputStream {
    private static final int PUBLISH = 3;
    private static final int LONGEST_TOPIC = 65_535;

    private final int longestPacket;
    private final int longestPayload;
    private final byte[] scratch = new byte[4096];
    private byte[] head = {}; // still to be given out
    private int headAt;
    private int pass; // bytes of the packet to be given out behind it
    private int skip; // and to be skipped behind those

    /**
     * @param longestPacket one that is longer ends the connection, as the broker was told not to send it
     * @param longestPayload what is longer is cut to this
     */
    PacketLimiter(InputStream in, int longestPacket, int longestPayload) {
        super(in);
        this.longestPacket = longestPacket;
        this.longestPayload = longestPayload;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (headAt == head.length && pass == 0) {
            skip();
            if (!nextPacket()) {
                return -1;
            }
        }
        if (headAt < head.length) {
            int n = Math.min(length, head.length - headAt);
            System.arraycopy(head, headAt, bytes, offset, n);
            headAt += n;
            return n;
        }
        int n = in.read(bytes, offset, Math.min(length, pass));
        pass -= Math.max(0, n);
        return n;
    }

    private void skip() throws IOException {
        while (skip > 0) {
            int n = in.read(scratch, 0, Math.min(scratch.length, skip));
            if (n < 0) {
                throw new EOFException();
            }
            skip -= n;
        }
    }

    private boolean nextPacket() throws IOException {
        int type = in.read();
        if (type < 0) {
            return false;
        }
        int rest = variableInt();
        if (rest > longestPacket) {
            throw new IOException(
                    "the broker sends a packet of " + rest + " bytes, and " + longestPacket + " were allowed to it");
        }
        ByteArrayOutputStream start = new ByteArrayOutputStream();
        start.write(type);
        if (type >> 4 == PUBLISH && rest > longestPayload) {
            publish(start, type, rest);
        } else {
            put(start, rest);
            pass = rest;
        }
        head = start.toByteArray();
        headAt = 0;
        return true;
    }

    /** Topic, packet identifier if there is one, properties, payload (MQTT 5, 3.3). */
    private void publish(ByteArrayOutputStream start, int type, int length) throws IOException {
        int topicLength = byteOf() << 8 | byteOf();
        int variable = 2 + topicLength + ((type & 6) == 0 ? 0 : 2);
        if (variable >= length || topicLength > LONGEST_TOPIC) {
            throw new IOException("what the broker sends is not MQTT");
        }
        byte[] topicAndId = in.readNBytes(variable - 2);
        int properties = variableInt();
        int payload = length - variable - sizeOf(properties) - properties;
        if (topicAndId.length < variable - 2 || payload < 0) {
            throw new IOException("what the broker sends is not MQTT");
        }
        pass = Math.min(payload, longestPayload);
        put(start, variable + 1 + pass);
        start.write(topicLength >> 8);
        start.write(topicLength);
        start.writeBytes(topicAndId);
        start.write(0); // no properties
        skip = properties;
        skip(); // they come before the payload
        skip = payload - pass;
    }

    private int byteOf() throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new EOFException();
        }
        return next;
    }

    private int variableInt() throws IOException {
        int value = 0;
        for (int shift = 0; shift <= 21; shift += 7) {
            int next = byteOf();
            value |= (next & 0x7F) << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
        throw new IOException("what the broker sends is not MQTT");
    }

    private static int sizeOf(int value) {
        return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : 4;
    }

    private static void put(ByteArrayOutputStream bytes, int value) {
        int rest = value;
        while (rest > 0x7F) {
            bytes.write(rest & 0x7F | 0x80);
            rest >>= 7;
        }
        bytes.write(rest);
    }
}
