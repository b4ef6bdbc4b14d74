package io.outrider.bench.daemon;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Client of the daemon's local API, with a new connection for each call. Any thread. */
public final class LocalApiClient {
    private static final int CONNECT_MILLIS = 10_000;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int KEPT_BYTES = 400;

    private final int port;
    private final String unit;

    /**
     * Result of a call.
     *
     * @param status of HTTP; 0 without a response
     * @param text the beginning of the body, or the I/O error
     */
    public record HttpResult(int status, String text) {
        public boolean isOk() {
            return status == 200;
        }

        /** True if there was a response, even an error such as busy. */
        public boolean isAnswer() {
            return status > 0;
        }
    }

    public LocalApiClient(int port, String unit) {
        this.port = port;
        this.unit = unit;
    }

    public HttpResult call(int millis, String function, Object... arguments) {
        return execute(millis, json(Map.of("command", function, "arg", List.of(arguments))));
    }

    public HttpResult execute(int millis, byte[] body) {
        return send("POST", "/dongle/" + unit + "/execute/", body, millis);
    }

    public HttpResult post(String path, byte[] body, int millis) {
        return send("POST", path, body, millis);
    }

    public HttpResult get(String path, int millis) {
        return send("GET", path, null, millis);
    }

    /** JSON of a value. */
    public static byte[] json(Object value) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpResult send(String method, String path, byte[] body, int millis) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) new URL("http://127.0.0.1:" + port + path).openConnection();
            try {
                connection.setRequestMethod(method);
                connection.setConnectTimeout(Math.min(millis, CONNECT_MILLIS));
                connection.setReadTimeout(millis);
                if (body != null) {
                    write(connection, body);
                }
                return answer(connection, body == null ? Integer.MAX_VALUE : KEPT_BYTES);
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return new HttpResult(0, e.toString());
        }
    }

    private static void write(HttpURLConnection connection, byte[] body) throws IOException {
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setFixedLengthStreamingMode(body.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
    }

    private static HttpResult answer(HttpURLConnection connection, int kept) throws IOException {
        int status = connection.getResponseCode();
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            if (in == null) {
                return new HttpResult(status, "");
            }
            byte[] head = in.readNBytes(kept);
            in.transferTo(OutputStream.nullOutputStream());
            return new HttpResult(status, new String(head, StandardCharsets.UTF_8).strip());
        }
    }

    /** Opens a bare connection with a small receive buffer. */
    public Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
        return socket;
    }
}
