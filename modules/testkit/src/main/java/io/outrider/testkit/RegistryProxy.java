package io.outrider.testkit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** HTTP proxy on loopback before an open or password registry without TLS, with faults; for pulls only. */
public final class RegistryProxy implements AutoCloseable {
    private static final Set<String> OWN = Set.of("connection", "content-length", "host", "accept-encoding");

    private final String upstream;
    private final ServerSocket server;
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final AtomicLong blobBytes = new AtomicLong();
    private final List<String> requests = new ArrayList<>();
    private volatile long bytesPerSecond;
    private RegistryFault fault;
    private String where = "";
    private int times;
    private boolean closed;

    public RegistryProxy(DockerRegistry registry) {
        upstream = registry.url();
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::accept, "registry-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    /** Host as names of images have it. */
    public String host() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    /**
     * Lets requests fail.
     *
     * @param where part of their path, such as {@code /blobs/}, {@code /manifests/} or {@code /v2/}
     * @param times so many requests, then no more
     */
    public synchronized void fail(RegistryFault fault, String where, int times) {
        this.fault = fault;
        this.where = where;
        this.times = times;
        notifyAll();
    }

    /** No more faults; what stalls goes on. */
    public void heal() {
        fail(null, "", 0);
    }

    /** Speed of each blob; 0 for unlimited. */
    public void bytesPerSecond(long speed) {
        bytesPerSecond = speed;
    }

    /** Bytes of blobs that clients were sent so far. */
    public long blobBytes() {
        return blobBytes.get();
    }

    /** Requests so far, such as {@code GET /v2/app/manifests/1}. */
    public synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                clients.add(client);
                Thread thread = new Thread(() -> serve(client), "registry-proxy-" + client.getPort());
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                // closed, or a client that is gone already
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            List<String> head = head(in);
            if (!head.isEmpty()) {
                OutputStream out = client.getOutputStream();
                RegistryFault now = take(head.get(0));
                if (now == null || now == RegistryFault.STALL || now == RegistryFault.CUT) {
                    forward(head, out, now);
                } else {
                    refuse(now, out);
                }
            }
        } catch (IOException e) {
            // the client or the registry is gone, or the fault says so
        } finally {
            clients.remove(client);
        }
    }

    /** Request line and headers; empty for TLS, which an engine tries first, and must see refused. */
    private static List<String> head(InputStream in) throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (int each = in.read(); each >= 0 && each != 0x16; each = in.read()) {
            if (each == '\n') {
                if (line.isEmpty()) {
                    return lines;
                }
                lines.add(line.toString());
                line.setLength(0);
            } else if (each != '\r') {
                line.append((char) each);
            }
        }
        return List.of();
    }

    private synchronized RegistryFault take(String request) {
        requests.add(request.substring(0, request.lastIndexOf(' ')));
        if (fault == null || times <= 0 || !request.contains(where)) {
            return null;
        }
        times--;
        return fault;
    }

    private static void refuse(RegistryFault fault, OutputStream out) throws IOException {
        String answer = switch (fault) {
            case UNAUTHORIZED -> "401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"registry\"";
            case NOT_FOUND -> "404 Not Found";
            case TOO_MANY -> "429 Too Many Requests\r\nRetry-After: 2";
            default -> "500 Internal Server Error";
        };
        String code = switch (fault) {
            case UNAUTHORIZED -> "UNAUTHORIZED\",\"message\":\"authentication required";
            case NOT_FOUND -> "MANIFEST_UNKNOWN\",\"message\":\"manifest unknown";
            case TOO_MANY -> "TOOMANYREQUESTS\",\"message\":\"too many requests";
            default -> "UNKNOWN\",\"message\":\"unknown error";
        };
        String body = "{\"errors\":[{\"code\":\"" + code + "\"}]}";
        String head = "HTTP/1.1 " + answer + "\r\nContent-Type: application/json\r\nConnection: close"
                + "\r\nDocker-Distribution-Api-Version: registry/2.0\r\nContent-Length: " + body.length();
        out.write((head + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII));
    }

    private void forward(List<String> head, OutputStream out, RegistryFault now) throws IOException {
        String[] request = head.get(0).split(" ");
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(upstream + request[1]).toURL().openConnection();
        connection.setRequestMethod(request[0]);
        connection.setInstanceFollowRedirects(false);
        for (String line : head.subList(1, head.size())) {
            String name = line.substring(0, line.indexOf(':'));
            if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                connection.addRequestProperty(
                        name, line.substring(name.length() + 1).strip());
            }
        }
        connection.setRequestProperty("Connection", "close");
        int status = connection.getResponseCode();
        StringBuilder answer = new StringBuilder("HTTP/1.1 " + status + " " + connection.getResponseMessage());
        connection.getHeaderFields().forEach((name, values) -> {
            if (name != null && !name.equalsIgnoreCase("connection") && !name.equalsIgnoreCase("transfer-encoding")) {
                values.forEach(value -> answer.append("\r\n" + name + ": " + value));
            }
        });
        out.write((answer + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        if (!request[0].equals("HEAD")) {
            try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                copy(in, out, request[1].contains("/blobs/"), now, connection.getContentLengthLong() / 2);
            }
        }
    }

    /** @param half of the bytes, after which the fault comes */
    private void copy(InputStream in, OutputStream out, boolean blob, RegistryFault now, long half) throws IOException {
        byte[] buffer = new byte[16 * 1024];
        long sent = 0;
        for (int read; in != null && (read = in.read(buffer)) >= 0; ) {
            int part = now == null ? read : (int) Math.min(read, Math.max(0, half - sent));
            out.write(buffer, 0, part);
            out.flush();
            if (blob) {
                blobBytes.addAndGet(part);
            }
            if (part < read) {
                if (now == RegistryFault.CUT || !waitUntilHealed()) {
                    throw new IOException("cut");
                }
                out.write(buffer, part, read - part);
                now = null;
            }
            sent += read;
            pace(part);
        }
    }

    private void pace(int bytes) throws IOException {
        if (bytesPerSecond > 0) {
            try {
                TimeUnit.NANOSECONDS.sleep(bytes * 1_000_000_000L / bytesPerSecond);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    private synchronized boolean waitUntilHealed() throws IOException {
        try {
            while (fault == RegistryFault.STALL && !closed) {
                wait();
            }
            return !closed;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            server.close();
            for (Socket client : clients) {
                client.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
