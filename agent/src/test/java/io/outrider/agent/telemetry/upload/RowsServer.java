package io.outrider.agent.telemetry.upload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.testkit.Await;
import io.outrider.testkit.ThrowAwayCa;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Process of server.py, which prints the requests it receives. */
public final class RowsServer implements AutoCloseable {
    private final String scheme;
    private final Process process;
    private final Writer orders;
    private final List<JsonNode> messages = new ArrayList<>();
    private final Thread reader;

    public RowsServer() throws IOException, URISyntaxException {
        this(null);
    }

    /** @param identity TLS identity; null for plain HTTP */
    public RowsServer(ThrowAwayCa.Pair identity) throws IOException, URISyntaxException {
        scheme = identity == null ? "http" : "https";
        Path script = Path.of(getClass().getResource("/upload/server.py").toURI());
        List<String> command = new ArrayList<>(List.of("python3", script.toString()));
        if (identity != null) {
            command.addAll(
                    List.of(identity.certificate().toString(), identity.key().toString()));
        }
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        orders = process.outputWriter(StandardCharsets.UTF_8);
        reader = new Thread(this::read, "receiver");
        reader.start();
        Await.until("it listens", () -> !messages().isEmpty());
    }

    private void read() {
        ObjectMapper mapper = new ObjectMapper();
        try (BufferedReader from =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = from.readLine(); line != null; line = from.readLine()) {
                JsonNode read = mapper.readTree(line);
                synchronized (messages) {
                    messages.add(read);
                }
            }
        } catch (IOException e) {
            Thread.currentThread().interrupt(); // its end
        }
    }

    private List<JsonNode> messages() {
        synchronized (messages) {
            return List.copyOf(messages);
        }
    }

    public String url() {
        return scheme + "://127.0.0.1:" + messages().get(0).get("port").asInt() + "/logbook/storage";
    }

    /** Requests so far: the server prints each before its response, and then a mark. */
    public List<JsonNode> requests() {
        try {
            order("mark");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return messages().stream().filter(each -> each.has("code")).toList();
    }

    public void order(String order) throws IOException {
        long before = messages().stream().filter(each -> each.has("order")).count();
        orders.write(order + "\n");
        orders.flush();
        Await.until(
                "the order is in force",
                () -> messages().stream().filter(each -> each.has("order")).count() > before);
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
        reader.join();
    }
}
