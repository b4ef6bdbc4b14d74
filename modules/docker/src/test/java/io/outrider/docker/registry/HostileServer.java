package io.outrider.docker.registry;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Server on loopback that answers each request with the bytes of the test, and then closes the connection. */
final class HostileServer implements AutoCloseable {
    /** Answer to one request; an exception of it closes the connection. */
    @FunctionalInterface
    interface Script {
        void answer(String request, OutputStream to) throws Exception;
    }

    final List<String> requests = new CopyOnWriteArrayList<>();
    private final ServerSocket server;
    private final Script script;
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    HostileServer(Script script) {
        this(script, plain());
    }

    HostileServer(Script script, ServerSocket server) {
        this.script = script;
        this.server = server;
        start(this::accept);
    }

    private static ServerSocket plain() {
        try {
            return new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void start(Runnable task) {
        Thread thread = new Thread(task, "hostile-server");
        threads.add(thread);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                clients.add(client);
                start(() -> serve(client));
            } catch (IOException e) {
                // closed
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            StringBuilder head = new StringBuilder();
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                head.append(line).append('\n');
            }
            requests.add(head.toString());
            script.answer(head.toString(), client.getOutputStream());
        } catch (Exception e) {
            // the client is gone
        }
    }

    String host() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    static void write(OutputStream to, String text) throws IOException {
        to.write(text.getBytes(StandardCharsets.UTF_8));
        to.flush();
    }

    /** A whole answer. */
    static void answer(OutputStream to, String status, String headers, String body) throws IOException {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        write(
                to,
                "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: " + length + "\r\n" + headers + "\r\n"
                        + body);
    }

    @Override
    public void close() throws Exception {
        server.close();
        for (Socket each : clients) {
            each.close();
        }
        for (Thread each : threads) {
            each.interrupt();
            each.join(10_000);
        }
    }
}
