package io.outrider.agent.operator.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of the response to an HTTP/1.0 request, which has no chunks: status and body. */
final class HttpResponse extends InputStream {
    private static final int MAX_LINE_LENGTH = 1 << 16;
    private static final int MAX_HEADERS = 100;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.\\S* (\\d{3})( .*)?");
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length:\\s*(\\d{1,15})");

    private final InputStream in;
    private final int status;
    private long left = Long.MAX_VALUE; // bytes of the body; without a length the connection's end ends it

    HttpResponse(InputStream in) throws IOException {
        this.in = in;
        Matcher first = STATUS.matcher(line());
        if (!first.matches()) {
            throw new ProtocolException("no HTTP");
        }
        status = Integer.parseInt(first.group(1));
        int headers = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            headers++;
            if (headers > MAX_HEADERS) {
                throw new IOException("too many headers");
            }
            Matcher length = LENGTH.matcher(header);
            left = length.matches() ? Long.parseLong(length.group(1)) : left;
        }
    }

    int status() {
        return status;
    }

    /** Failure from the body of an error response. */
    Failure failure() throws IOException {
        JsonNode error = Json.PLAIN.readTree(readNBytes(1 << 20));
        if (!error.path("error").isTextual()) {
            throw new ProtocolException("status " + status);
        }
        return failure(error);
    }

    static Failure failure(JsonNode error) {
        String named = error.path("actor").asText();
        Failure.Actor actor = Arrays.stream(Failure.Actor.values())
                .filter(each -> each.name().equalsIgnoreCase(named))
                .findFirst()
                .orElse(Failure.Actor.AGENT);
        String code = error.path("code").asText(LocalApiErrors.FAILED.name());
        return Failure.reported(actor, code, error.path("error").asText());
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
        int count = left == 0 ? -1 : in.read(bytes, offset, (int) Math.min(length, left));
        if (left == Long.MAX_VALUE) {
            return count;
        }
        if (count < 0 && left > 0) {
            throw new IOException("the connection ended within an answer");
        }
        left -= Math.max(0, count);
        return count;
    }
}
