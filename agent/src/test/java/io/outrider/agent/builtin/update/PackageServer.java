package io.outrider.agent.builtin.update;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** HTTP server of one file, with ranges, whose next answers a test can spoil. */
final class PackageServer implements AutoCloseable {
    /** Spoiled answer: a status, or a body that ends early, comes whole in spite of a range, or has no length. */
    sealed interface Spoiled {
        record Status(int code) implements Spoiled {}

        record Cut(int bytes) implements Spoiled {}

        record WithoutRange() implements Spoiled {}

        record OtherRange() implements Spoiled {}

        record WithoutLength() implements Spoiled {}
    }

    private final HttpServer server;
    private final byte[] file;
    private final BlockingQueue<Spoiled> spoiled = new LinkedBlockingQueue<>();
    private final List<String> ranges = new CopyOnWriteArrayList<>();

    PackageServer(byte[] file) throws IOException {
        this.file = file;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", this::answer);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/outrider.deb");
    }

    void spoil(Spoiled... next) {
        spoiled.addAll(List.of(next));
    }

    /** Range of each request; empty for the whole file. */
    List<String> ranges() {
        return List.copyOf(ranges);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String range = exchange.getRequestHeaders().getFirst("Range");
        ranges.add(range == null ? "" : range);
        Spoiled now = spoiled.poll();
        int from = range == null || now instanceof Spoiled.WithoutRange
                ? 0
                : Integer.parseInt(range.replaceAll("bytes=(\\d+)-", "$1"));
        if (now instanceof Spoiled.Status status) {
            exchange.sendResponseHeaders(status.code(), -1);
        } else if (from > 0 && from >= file.length) {
            exchange.sendResponseHeaders(416, -1);
        } else {
            int told = now instanceof Spoiled.OtherRange ? from + 1 : from;
            byte[] body = Arrays.copyOfRange(file, told, file.length);
            if (from > 0) {
                exchange.getResponseHeaders()
                        .set("Content-Range", "bytes " + told + "-" + (file.length - 1) + "/" + file.length);
            }
            exchange.sendResponseHeaders(from > 0 ? 206 : 200, now instanceof Spoiled.WithoutLength ? 0 : body.length);
            exchange.getResponseBody()
                    .write(body, 0, now instanceof Spoiled.Cut cut ? Math.min(cut.bytes(), body.length) : body.length);
            exchange.getResponseBody().flush();
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
