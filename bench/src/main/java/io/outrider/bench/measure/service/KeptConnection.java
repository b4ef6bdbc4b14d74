package io.outrider.bench.measure.service;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * HTTP/1.1 connection that is kept, for answers with a length (RFC 9110, 8.6): a client that does little, as its
 * own time is measured too. One thread.
 */
final class KeptConnection implements AutoCloseable {
    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final DataInputStream answers;
    private final String headers;

    KeptConnection(URI server, String token) throws IOException {
        socket = new Socket(server.getHost(), server.getPort());
        socket.setTcpNoDelay(true);
        answers = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
        headers = " HTTP/1.1\r\nHost: " + server.getAuthority() + "\r\nAuthorization: APIToken " + token + "\r\n\r\n";
    }

    /** @throws IOException also for an answer other than 200 */
    byte[] get(String path) throws IOException {
        socket.getOutputStream().write(("GET " + path + headers).getBytes(StandardCharsets.US_ASCII));
        String status = line();
        int length = -1;
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        if (!status.startsWith("HTTP/1.1 200 ") || length < 0) {
            throw new IOException(path + " is answered by " + status + ", length " + length);
        }
        byte[] body = new byte[length];
        answers.readFully(body);
        return body;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int each = answers.readUnsignedByte(); each != '\n'; each = answers.readUnsignedByte()) {
            if (each != '\r') {
                line.append((char) each);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
