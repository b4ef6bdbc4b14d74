package io.outrider.service.http;

import io.outrider.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Client of server-sent events: keeps what comes. It speaks HTTP/1.0, whose answers have no chunks. */
final class EventClient implements AutoCloseable {
    /** Event; {@code id} is empty without one. */
    record Received(String id, String name, String data) {}

    final List<Received> events = new CopyOnWriteArrayList<>();
    private final Socket socket;
    private final Thread reader;
    private volatile String status = "";
    private volatile boolean ended;

    /** @param headers lines behind the request's first, each with its end */
    EventClient(int port, String path, String headers) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.0\r\nHost: x\r\n" + headers + "\r\n")
                        .getBytes(StandardCharsets.UTF_8));
        reader = new Thread(this::read, "event-client");
        reader.start();
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            status = lines.readLine();
            String id = "";
            String name = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    events.add(new Received(id, name, line.substring(6)));
                    id = "";
                }
            }
        } catch (IOException e) { // closed by the test
        } finally {
            ended = true;
        }
    }

    String status() {
        Await.until("an answer", () -> !status.isEmpty());
        return status;
    }

    List<String> data(String name) {
        return events.stream()
                .filter(each -> each.name().equals(name))
                .map(Received::data)
                .toList();
    }

    void await(String name, int count) {
        Await.until(count + " events " + name, () -> data(name).size() >= count);
    }

    void awaitEnd() {
        Await.until("the stream has ended", () -> ended);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        socket.close();
        reader.join();
    }
}
