package io.outrider.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** HTTP requests of the fixtures over a Unix socket: HTTP 1.0, one connection for each, bodies in memory. */
final class UnixHttp {
    private UnixHttp() {}

    record HttpReply(int status, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    static HttpReply call(Path socket, String method, String path, String contentType, byte[] body) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            String head = method + " " + path + " HTTP/1.0\r\nHost: engine\r\nContent-Type: " + contentType
                    + "\r\nContent-Length: " + body.length + "\r\n\r\n";
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
            request.writeBytes(body);
            ByteBuffer bytes = ByteBuffer.wrap(request.toByteArray());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            return reply(Channels.newInputStream(channel).readAllBytes());
        }
    }

    private static HttpReply reply(byte[] all) throws IOException {
        String text = new String(all, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0 || !text.startsWith("HTTP/1.")) {
            throw new IOException("no HTTP answer");
        }
        byte[] body = new byte[all.length - end - 4];
        System.arraycopy(all, end + 4, body, 0, body.length);
        return new HttpReply(Integer.parseInt(text.substring(9, 12)), body);
    }
}
