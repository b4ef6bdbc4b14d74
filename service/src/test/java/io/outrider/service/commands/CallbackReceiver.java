package io.outrider.service.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Receiver of callbacks in a process of its own, started for the first URL; receiver.py verifies the signatures. */
public final class CallbackReceiver implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path folder;
    private final String token;
    private final List<JsonNode> received = new CopyOnWriteArrayList<>();
    private Process process;
    private int port;
    private Thread reader;

    public CallbackReceiver(Path folder, String token) {
        this.folder = folder;
        this.token = token;
    }

    private void start() {
        try (InputStream script = CallbackReceiver.class.getResourceAsStream("receiver.py")) {
            Path file = folder.resolve("receiver.py");
            Files.write(file, script.readAllBytes());
            process = new ProcessBuilder("/usr/bin/python3", file.toString(), token)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            port = Integer.parseInt(lines.readLine());
            reader = new Thread(() -> read(lines), "callback-receiver");
            reader.start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void read(BufferedReader lines) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                received.add(MAPPER.readTree(line));
            }
        } catch (IOException e) { // the process has ended
        }
    }

    public String url(String path) {
        if (process == null) {
            start();
        }
        return "http://127.0.0.1:" + port + path;
    }

    /** Requests so far, as receiver.py has printed them. */
    public List<JsonNode> received() {
        return received;
    }

    /** States of the requests so far. */
    public List<String> states() {
        return received.stream().map(each -> each.at("/body/state").textValue()).toList();
    }

    public void awaitRequests(int count) {
        Await.until(count + " callbacks", () -> received.size() >= count);
    }

    @Override
    public void close() {
        if (process == null) {
            return;
        }
        process.destroyForcibly();
        try {
            process.waitFor();
            if (reader != null) {
                reader.join();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
