package io.outrider.agent.fleet.mqtt;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Filter for the broker's MQTT packets that passes on only what the link uses. Paho trusts the lengths that it reads
 * and creates objects for all properties; this filter checks each length, drops all properties except numbers of the
 * CONNACK, and truncates a payload that is too long, so that its message can still be acknowledged and rejected. A
 * packet that MQTT forbids, or that no broker has a reason to send to this unit, ends the stream. One thread.
 */
final class PacketLimiter extends FilterInputStream {
    /** Longest packet other than PUBLISH, in bytes. */
    static final int LONGEST_OTHER = 16 * 1024;

    private static final int BUFFER = 4096;
    private static final int CONNACK = 2;
    private static final int PUBLISH = 3;
    private static final int DISCONNECT = 14;
    private static final String[] NAMES = {
        "packet of type 0",
        "CONNECT",
        "CONNACK",
        "PUBLISH",
        "PUBACK",
        "PUBREC",
        "PUBREL",
        "PUBCOMP",
        "SUBSCRIBE",
        "SUBACK",
        "UNSUBSCRIBE",
        "UNSUBACK",
        "PINGREQ",
        "PINGRESP",
        "DISCONNECT",
        "AUTH"
    };

    private final BrokerAddress broker;
    private final Consumer<IOException> ended;
    private final int longestPacket;
    private final int longestPayload;
    private final byte[] scratch = new byte[BUFFER];
    private byte[] head = {}; // bytes still to be returned
    private int headAt;
    private int pass; // bytes of the packet to be passed on after the head
    private int skip; // bytes to be skipped after those
    private boolean connected; // CONNACK received

    /** @param ended called with the exception that ends the stream, as Paho does not always pass it on */
    PacketLimiter(
            InputStream in, BrokerAddress broker, Consumer<IOException> ended, int longestPacket, int longestPayload) {
        super(new BufferedInputStream(in, BUFFER));
        this.broker = broker;
        this.ended = ended;
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
            try {
                if (!nextPacket()) {
                    return -1;
                }
            } catch (PacketException | DisconnectException e) {
                ended.accept(e);
                throw e;
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
        int first = in.read();
        if (first < 0) {
            return false;
        }
        int type = first >> 4;
        if (connected == (type == CONNACK)) {
            throw connected ? unexpected(type) : notMqtt();
        }
        int length = variableInt();
        if (type == PUBLISH) {
            publish(first, length);
            return true;
        }
        if ((first & 0xF) != 0) {
            throw PacketException.of(article(type) + " with flags");
        }
        if (length > LONGEST_OTHER) {
            throw connected ? tooLong(type, length, LONGEST_OTHER) : notMqtt();
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException();
        }
        head = packet(first, rewritten(type, ByteBuffer.wrap(body)));
        headAt = 0;
        connected = true;
        return true;
    }

    private byte[] rewritten(int type, ByteBuffer body) throws IOException {
        return switch (NAMES[type]) {
            case "CONNACK" -> ResponsePackets.connack(body, broker);
            case "PUBACK" -> ResponsePackets.puback(body);
            case "SUBACK" -> ResponsePackets.suback(body);
            case "PINGRESP" -> ResponsePackets.pingresp(body);
            case "DISCONNECT" -> throw disconnect(body);
            default -> throw unexpected(type);
        };
    }

    private static IOException disconnect(ByteBuffer body) throws PacketException {
        int code = body.hasRemaining() ? body.get() & 0xFF : 0;
        return new DisconnectException(
                code,
                body.hasRemaining()
                        ? PacketProperties.read(body, NAMES[DISCONNECT]).reason()
                        : null);
    }

    /** Topic, packet identifier if there is one, properties, payload (MQTT 5, 3.3). */
    private void publish(int first, int length) throws IOException {
        if (length > longestPacket) {
            throw tooLong(PUBLISH, length, longestPacket);
        }
        int qualityOfService = first >> 1 & 3;
        if (qualityOfService > 1) {
            throw PacketException.of("a PUBLISH with QoS " + qualityOfService + ", and at most 1 is subscribed to");
        }
        need(length, 2);
        int topicLength = byteOf() << 8 | byteOf();
        int variable = 2 + topicLength + 2 * qualityOfService;
        need(length, variable + 1);
        byte[] topicAndId = in.readNBytes(variable - 2);
        if (topicAndId.length < variable - 2) {
            throw new EOFException();
        }
        if (topicLength == 0) {
            throw PacketException.of("a PUBLISH without a topic; topic aliases are not taken");
        }
        if (qualityOfService == 1 && (topicAndId[topicLength] | topicAndId[topicLength + 1]) == 0) {
            throw PacketException.of("a PUBLISH with the packet identifier 0");
        }
        int properties = variableInt();
        int payload = length - variable - sizeOf(properties) - properties;
        if (payload < 0) {
            throw PacketException.of("a PUBLISH whose properties reach beyond its end");
        }
        pass = Math.min(payload, longestPayload);
        ByteArrayOutputStream start = new ByteArrayOutputStream(variable + 8);
        start.write(first);
        put(start, variable + 1 + pass);
        start.write(topicLength >> 8);
        start.write(topicLength);
        start.writeBytes(topicAndId);
        start.write(0); // no properties
        head = start.toByteArray();
        headAt = 0;
        skip = properties;
        skip(); // they come before the payload
        skip = payload - pass;
    }

    private static void need(int length, int bytes) throws PacketException {
        if (length < bytes) {
            throw PacketException.of("a PUBLISH whose topic reaches beyond its end");
        }
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
                if (next == 0 && shift > 0) {
                    throw connected ? PacketException.of("a length with more bytes than it needs") : notMqtt();
                }
                return value;
            }
        }
        throw connected ? PacketException.of("a length of more than four bytes") : notMqtt();
    }

    private static byte[] packet(int first, byte[] body) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream(body.length + 5);
        packet.write(first);
        put(packet, body.length);
        packet.writeBytes(body);
        return packet.toByteArray();
    }

    private PacketException notMqtt() {
        return new PacketException("what answers at " + broker + " does not speak MQTT 5: check [link] url");
    }

    private static PacketException unexpected(int type) {
        return PacketException.of(article(type) + ", which the unit does not expect");
    }

    private static PacketException tooLong(int type, int length, int longest) {
        return new PacketException(
                "the broker sent " + article(type) + " of " + length + " bytes; at most " + longest + " are taken");
    }

    private static String article(int type) {
        return (NAMES[type].equals("AUTH") || NAMES[type].startsWith("UNSUB") ? "an " : "a ") + NAMES[type];
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
