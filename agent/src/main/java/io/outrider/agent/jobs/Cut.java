package io.outrider.agent.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * Results that are too large to send. A text is cut and ends with a marker, {@code … [cut: 200000 bytes in all, 131072
 * are sent at most]}. Of anything else the first part of its JSON is sent as a text: {@code {"truncated": true, "length":
 * 200000, "limit": 131072, "head": "[1,2,"}}. Lengths are of the JSON, in bytes of UTF-8; what is sent has at most the
 * limit.
 */
final class Cut {
    static final int LIMIT = 128 * 1024;

    private Cut() {}

    /** @return what to send instead; null if it can be sent as it is */
    static JsonNode of(JsonNode value, String json) {
        if (json.length() <= LIMIT / 3) { // no character has more than three bytes here
            return null;
        }
        long length = json.codePoints().mapToLong(Cut::utf8).sum();
        if (length <= LIMIT) {
            return null;
        }
        if (value.isTextual()) {
            String marker = "… [cut: " + length + " bytes in all, " + LIMIT + " are sent at most]";
            int room = LIMIT - 2 - marker.length() - 2; // quotes, and the two further bytes of …
            return JsonNodeFactory.instance.textNode(head(value.textValue(), room) + marker);
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("truncated", true)
                .put("length", length)
                .put("limit", LIMIT)
                .put("head", head(json, LIMIT - 100)); // the rest of the object takes less
    }

    /** As much of a text as has this many bytes in JSON. */
    private static String head(String text, int bytes) {
        int end = 0;
        int sofar = 0;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            sofar += inJson(point);
            if (sofar > bytes) {
                break;
            }
            end += Character.charCount(point);
        }
        return text.substring(0, end);
    }

    private static int inJson(int point) {
        if (point == '"' || point == '\\') {
            return 2;
        }
        return point < ' ' ? 6 : utf8(point);
    }

    private static int utf8(int point) {
        return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }
}
