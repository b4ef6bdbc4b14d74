package io.outrider.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writer of tar archives in memory: names of less than 100 characters, owner root, no times. */
final class TarWriter {
    private static final int BLOCK = 512;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    TarWriter folder(String name) {
        return entry(name + "/", '5', 0755, "", new byte[0]);
    }

    TarWriter file(String name, int mode, byte[] content) {
        return entry(name, '0', mode, "", content);
    }

    TarWriter link(String name, String target) {
        return entry(name, '2', 0777, target, new byte[0]);
    }

    byte[] bytes() {
        byte[] content = out.toByteArray();
        return Arrays.copyOf(content, content.length + 2 * BLOCK);
    }

    private TarWriter entry(String name, char type, int mode, String target, byte[] content) {
        byte[] head = new byte[BLOCK];
        put(head, 0, name);
        put(head, 100, String.format("%07o", mode));
        put(head, 108, "0000000");
        put(head, 116, "0000000");
        put(head, 124, String.format("%011o", content.length));
        put(head, 136, "00000000000");
        put(head, 148, "        ");
        put(head, 156, String.valueOf(type));
        put(head, 157, target);
        put(head, 257, "ustar\u000000");
        int sum = 0;
        for (byte each : head) {
            sum += each & 0xff;
        }
        put(head, 148, String.format("%06o\0 ", sum));
        out.writeBytes(head);
        out.writeBytes(Arrays.copyOf(content, (content.length + BLOCK - 1) / BLOCK * BLOCK));
        return this;
    }

    private static void put(byte[] head, int offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, head, offset, bytes.length);
    }
}
