package io.outrider.service.commands;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Server that answers each connection with a beginning and then a part that is repeated until the client has enough. */
public final class HostileReceiver implements AutoCloseable {
    private final ServerSocket server;
    private final Thread thread;
    private final List<Socket> kept = new ArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    /** Text that it says; {@code closes} once it has said it, else it is quiet. */
    public record Behaviour(String beginning, String repeated, boolean closes) {}

    public HostileReceiver(ServerSocket server, Behaviour behaviour) {
        this.server = server;
        thread = new Thread(() -> serve(behaviour), "hostile-receiver");
        thread.start();
    }

    public static ServerSocket plain() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    /** Server with TLS and a certificate that nobody has signed. @param from such as {@code -3d}, for two days */
    public static ServerSocket tls(Path folder, String from) throws IOException, GeneralSecurityException {
        Path file = folder.resolve("keys" + from + ".p12");
        try {
            new ProcessBuilder(
                            "keytool",
                            "-genkeypair",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=localhost",
                            "-startdate",
                            from,
                            "-validity",
                            "2",
                            "-storepass",
                            "secret",
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            file.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            keys.load(in, "secret".toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, "secret".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private void serve(Behaviour behaviour) {
        try {
            while (true) {
                Socket socket = server.accept();
                connections.incrementAndGet();
                kept.add(socket);
                answer(socket, behaviour);
            }
        } catch (SocketException e) { // closed
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void answer(Socket socket, Behaviour behaviour) {
        try {
            OutputStream to = socket.getOutputStream();
            to.write(behaviour.beginning().getBytes(StandardCharsets.ISO_8859_1));
            to.flush();
            byte[] repeated = behaviour.repeated().repeat(1000).getBytes(StandardCharsets.ISO_8859_1);
            while (repeated.length > 0) {
                to.write(repeated);
            }
            if (behaviour.closes()) {
                socket.close();
            }
        } catch (IOException e) { // the client has enough, or trusts nobody
        }
    }

    public int port() {
        return server.getLocalPort();
    }

    public int connections() {
        return connections.get();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        server.close();
        for (Socket each : kept) {
            each.close();
        }
        thread.join();
    }
}
