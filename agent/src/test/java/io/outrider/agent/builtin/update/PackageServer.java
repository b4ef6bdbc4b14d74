package io.outrider.agent.builtin.update;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.outrider.testkit.ThrowAwayCa;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** HTTP or HTTPS server of one file, with ranges, whose next answers a test can spoil. */
final class PackageServer implements AutoCloseable {
    /** Spoiled answer: a status, or a body that ends early, comes whole in spite of a range, under a wrong one, or has no length. */
    sealed interface Spoiled {
        record Status(int code) implements Spoiled {}

        record Cut(int bytes) implements Spoiled {}

        record WithoutRange() implements Spoiled {}

        /** The rest of the file under this Content-Range; empty for none. */
        record Partial(String range) implements Spoiled {}

        record WithoutLength() implements Spoiled {}

        record Redirect(String to) implements Spoiled {}

        /** These bytes come, and no more until the server ends. */
        record Stalled(int bytes) implements Spoiled {}
    }

    private final HttpServer server;
    private final byte[] file;
    private final BlockingQueue<Spoiled> spoiled = new LinkedBlockingQueue<>();
    private final List<String> ranges = new CopyOnWriteArrayList<>();
    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch ended = new CountDownLatch(1);

    PackageServer(byte[] file) throws IOException {
        this(file, HttpServer.create(loopback(), 10));
    }

    private PackageServer(byte[] file, HttpServer server) {
        this.file = file;
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** Server whose certificate the authority has signed, for localhost and 127.0.0.1. */
    static PackageServer https(byte[] file, ThrowAwayCa ca) throws Exception {
        ThrowAwayCa.Pair pair = ca.server();
        Certificate certificate;
        try (InputStream in = Files.newInputStream(pair.certificate())) {
            certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
        String pem = Files.readString(pair.key()).replaceAll("-----[A-Z ]+-----|\\s", "");
        PrivateKey key = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", key, new char[0], new Certificate[] {certificate});
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(loopback(), 10);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return new PackageServer(file, server);
    }

    URI url() {
        String scheme = server instanceof HttpsServer ? "https" : "http";
        return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort() + "/outrider.deb");
    }

    void spoil(Spoiled... next) {
        spoiled.addAll(List.of(next));
    }

    /** Range of each request; empty for the whole file. */
    List<String> ranges() {
        return List.copyOf(ranges);
    }

    /** Authorization of each request; empty for none. */
    List<String> tokens() {
        return List.copyOf(tokens);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String range = exchange.getRequestHeaders().getFirst("Range");
        ranges.add(range == null ? "" : range);
        tokens.add(Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Authorization"), ""));
        Spoiled now = spoiled.poll();
        int from = range == null || now instanceof Spoiled.WithoutRange
                ? 0
                : Integer.parseInt(range.replaceAll("bytes=(\\d+)-", "$1"));
        if (now instanceof Spoiled.Status status) {
            exchange.sendResponseHeaders(status.code(), -1);
        } else if (now instanceof Spoiled.Redirect redirect) {
            exchange.getResponseHeaders().set("Location", redirect.to());
            exchange.sendResponseHeaders(302, -1);
        } else if (now instanceof Spoiled.Stalled stalled) {
            exchange.sendResponseHeaders(200, file.length);
            exchange.getResponseBody().write(file, 0, stalled.bytes());
            exchange.getResponseBody().flush();
            try {
                ended.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        } else if (from > 0 && from >= file.length) {
            exchange.sendResponseHeaders(416, -1);
        } else {
            byte[] body = Arrays.copyOfRange(file, from, file.length);
            boolean isPartial = from > 0 || now instanceof Spoiled.Partial;
            String told = now instanceof Spoiled.Partial partial
                    ? partial.range()
                    : "bytes " + from + "-" + (file.length - 1) + "/" + file.length;
            if (isPartial && !told.isEmpty()) {
                exchange.getResponseHeaders().set("Content-Range", told);
            }
            exchange.sendResponseHeaders(isPartial ? 206 : 200, now instanceof Spoiled.WithoutLength ? 0 : body.length);
            exchange.getResponseBody()
                    .write(body, 0, now instanceof Spoiled.Cut cut ? Math.min(cut.bytes(), body.length) : body.length);
            exchange.getResponseBody().flush();
        }
        exchange.close();
    }

    @Override
    public void close() {
        ended.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
