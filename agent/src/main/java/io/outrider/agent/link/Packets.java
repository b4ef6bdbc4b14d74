package io.outrider.agent.link;

import java.io.IOException;

/**
 * Follows the packets in what a broker sends (MQTT 5, 2.1: a byte, the length of the rest in seven bits a byte, the rest)
 * and stops at one that is too long: Paho would make room for as much as it announces, which may be 256 MB. One thread.
 */
final class Packets {
    private final int longest;
    private boolean inLength;
    private int shift;
    private int length;
    private int rest; // bytes of the present packet still to come

    /** @param longest bytes of a packet behind its length */
    Packets(int longest) {
        this.longest = longest;
    }

    /** @throws IOException at the byte with which the length of a packet turns out to be too much */
    void seen(byte[] bytes, int offset, int count) throws IOException {
        int at = offset;
        while (at < offset + count) {
            if (rest > 0) {
                int skipped = Math.min(rest, offset + count - at);
                rest -= skipped;
                at += skipped;
            } else if (inLength) {
                length(bytes[at++]);
            } else {
                at++; // what kind of packet it is
                inLength = true;
                shift = 0;
                length = 0;
            }
        }
    }

    private void length(byte next) throws IOException {
        length |= (next & 0x7F) << shift;
        shift += 7;
        if (length > longest) {
            throw new IOException("the broker sends a packet of at least " + length + " bytes, and " + longest
                    + " were allowed to it");
        }
        if ((next & 0x80) == 0) {
            inLength = false;
            rest = length;
        } else if (shift > 21) {
            throw new IOException("what the broker sends is not MQTT");
        }
    }
}
