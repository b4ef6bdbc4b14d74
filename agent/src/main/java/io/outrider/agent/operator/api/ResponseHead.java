package io.outrider.agent.operator.api;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** Encoder of HTTP response heads. Each response closes its connection. */
final class ResponseHead {
    static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

    /** Special lengths: a chunked body, or one that ends with the connection. */
    static final long CHUNKED = -1;

    static final long UNTIL_THE_END = -2;

    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(408, "Request Timeout"),
            Map.entry(413, "Content Too Large"),
            Map.entry(414, "URI Too Long"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(417, "Expectation Failed"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(505, "HTTP Version Not Supported"));

    private ResponseHead() {}

    /** @param toHead true for a response to HEAD, which has no body */
    static byte[] whole(int status, Map<String, String> headers, byte[] body, boolean toHead) {
        byte[] head = head(status, headers, body.length);
        if (toHead) {
            return head;
        }
        byte[] all = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    static byte[] head(int status, Map<String, String> headers, long length) {
        StringBuilder head = new StringBuilder(256);
        head.append("HTTP/1.1 ").append(status).append(' ').append(REASONS.getOrDefault(status, "Other"));
        headers.forEach(
                (name, value) -> head.append("\r\n").append(name).append(": ").append(value));
        if (length >= 0) {
            head.append("\r\nContent-length: ").append(length);
        } else if (length == CHUNKED) {
            head.append("\r\nTransfer-encoding: chunked");
        }
        return head.append("\r\nCache-control: no-store\r\nConnection: close\r\n\r\n")
                .toString()
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
