package io.outrider.agent.operator.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reader of an HTTP response: status, and the body without its framing. */
final class HttpResponse extends InputStream {
    private static final int MAX_LINE_LENGTH = 1 << 16;
    private static final int MAX_HEADERS = 100;

    private final InputStream in;
    private final int status;
    private final boolean chunked;
    private long left; // bytes of the body or the current chunk

    HttpResponse(InputStream in) throws IOException {
        this.in = in;
        String[] first = line().split(" ", 3);
        if (first.length < 2 || !first[0].startsWith("HTTP/1.") || !first[1].matches("\\d{3}")) {
            throw new ProtocolException("no HTTP");
        }
        status = Integer.parseInt(first[1]);
        Map<String, String> headers = headers();
        chunked = "chunked".equalsIgnoreCase(headers.get("transfer-encoding"));
        String length = headers.getOrDefault("content-length", "");
        left = chunked ? 0 : length.matches("\\d{1,15}") ? Long.parseLong(length) : Long.MAX_VALUE;
    }

    int status() {
        return status;
    }

    private Map<String, String> headers() throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (int i = 0; i < MAX_HEADERS; i++) {
            String line = line();
            if (line.isEmpty()) {
                return headers;
            }
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        throw new IOException("too many headers");
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the connection ended");
            }
            if (line.size() > MAX_LINE_LENGTH) {
                throw new IOException("a line is too long");
            }
            line.write(c);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (left == 0 && !(chunked && nextChunk())) {
            return -1;
        }
        int count = in.read(bytes, offset, (int) Math.min(length, left));
        if (count < 0) {
            if (left == Long.MAX_VALUE) {
                return -1; // the connection's end ends the body
            }
            throw new IOException("the connection ended within an answer");
        }
        left -= left == Long.MAX_VALUE ? 0 : count;
        if (chunked && left == 0) {
            line();
        }
        return count;
    }

    /** False after the last chunk. */
    private boolean nextChunk() throws IOException {
        String size = line();
        if (!size.matches("[0-9A-Fa-f]{1,8}(;.*)?")) {
            throw new ProtocolException("no HTTP");
        }
        left = Long.parseLong(size.split(";", 2)[0], 16);
        return left > 0;
    }
}
