package io.outrider.wire.results;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Truncation of a result that is too large. A text is cut and ends with a marker, {@code … [cut: 200000 bytes in all,
 * 131072 are sent at most]}. Of any other value the beginning of its JSON is sent as a text: {@code {"truncated": true,
 * "length": 200000, "limit": 131072, "head": "[1,2,"}}. Lengths are of the JSON in bytes of UTF-8; the output never
 * exceeds the limit. If the length is a lower bound, the marker says {@code more than 4194304 bytes}, and the object
 * has {@code "at_least": true}.
 *
 * @param counted whether the length is exact
 */
record ResultTruncation(byte[] json, long length, boolean counted, int limit) {
    void writeTo(OutputStream out) throws IOException {
        if (json.length > 0 && json[0] == '"') {
            byte[] marker = bytes("… [cut: " + (counted ? "" : "more than ") + length + " bytes in all, " + limit
                    + " are sent at most]\"");
            out.write(json, 0, textEnd(limit - marker.length));
            out.write(marker);
        } else {
            byte[] start = bytes("{\"truncated\":true,\"length\":" + length + (counted ? "" : ",\"at_least\":true")
                    + ",\"limit\":" + limit + ",\"head\":\"");
            out.write(start);
            writeEscaped(out, limit - start.length - 2);
            out.write(bytes("\"}"));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** End of the text with room for its quote, at the boundary of a character. */
    private int textEnd(int room) {
        int end = 1;
        while (true) {
            int next = end + width(end);
            if (next > room || next > json.length || json[end] == '"') {
                return end;
            }
            end = next;
        }
    }

    /** Bytes of a character of a JSON text. */
    private int width(int at) {
        if (at >= json.length) {
            return 1;
        }
        if (json[at] == '\\') {
            return at + 1 < json.length && json[at + 1] == 'u' ? 6 : 2;
        }
        return plainWidth(at);
    }

    private void writeEscaped(OutputStream out, int room) throws IOException {
        int end = 0;
        int used = 0;
        while (end < json.length) {
            boolean escaped = json[end] == '"' || json[end] == '\\';
            int width = escaped ? 1 : plainWidth(end);
            used += escaped ? 2 : width;
            if (used > room || end + width > json.length) {
                break;
            }
            end += width;
        }
        int from = 0;
        for (int i = 0; i < end; i++) {
            if (json[i] == '"' || json[i] == '\\') {
                out.write(json, from, i - from);
                out.write('\\');
                from = i;
            }
        }
        out.write(json, from, end - from);
    }

    private int plainWidth(int at) {
        int first = json[at] & 0xFF;
        return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    }
}
