package io.outrider.bench.soak;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Receiver {@code receiver.py}, which accepts AutoPi's format only and passes stored records to the ledger. */
final class HttpReceiver implements RecordReceiver {
    private static final String TOKEN = "9f3c5a1e7b2d4860";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<List<Map<String, Object>>> ROWS = new TypeReference<>() {};
    private static final long POLL_MILLIS = 50;
    private static final String ACCEPT = "accept";

    private final String unit;
    private final Path folder;
    private final Ledger ledger;
    private final Process server;
    private final int port;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread follower;

    HttpReceiver(String unit, Path parent, Ledger ledger) throws IOException {
        this.unit = unit;
        this.ledger = ledger;
        folder = Files.createTempDirectory(parent, "http");
        Files.writeString(folder.resolve("token"), TOKEN + "\n");
        Files.setPosixFilePermissions(folder.resolve("token"), PosixFilePermissions.fromString("rw-------"));
        Files.createFile(folder.resolve("rows"));
        Files.createFile(folder.resolve("wrong"));
        behaviours(ACCEPT);
        Path program = folder.resolve("receiver.py");
        try (InputStream source = HttpReceiver.class.getResourceAsStream("receiver.py")) {
            Files.copy(source, program);
        }
        server = new ProcessBuilder("python3", program.toString(), folder.toString(), unit, "token", TOKEN)
                .redirectError(folder.resolve("printed").toFile())
                .start();
        String said = new BufferedReader(server.inputReader()).readLine();
        if (said == null) {
            throw new IOException("receiver.py ended: " + Files.readString(folder.resolve("printed")));
        }
        port = Integer.parseInt(said);
        follower = new Thread(this::follow, "rows of " + unit);
        follower.start();
    }

    int port() {
        return port;
    }

    String token() {
        return TOKEN;
    }

    @Override
    public String settings() {
        return """
                [upload]
                via = "https"
                url = "http://127.0.0.1:%d/logbook/storage"
                token_file = "%s"
                age = 1
                timeout = 5
                """.formatted(port, folder.resolve("token"));
    }

    /** Sets the responses to the next requests, in rotation; see {@code receiver.py}. */
    void behaviours(String... each) throws IOException {
        Path next = folder.resolve("behaviours.next");
        Files.writeString(next, String.join(" ", each));
        Files.move(
                next,
                folder.resolve("behaviours"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** Requests with an invalid format, with the reason. */
    List<String> invalidRequests() throws IOException {
        return Files.readAllLines(folder.resolve("wrong"));
    }

    private void follow() {
        try (BufferedReader lines = Files.newBufferedReader(folder.resolve("rows"), StandardCharsets.UTF_8)) {
            StringBuilder line = new StringBuilder();
            do {
                for (int one = lines.read(); one >= 0; one = lines.read()) {
                    if (one == '\n') {
                        record(line.toString());
                        line.setLength(0);
                    } else {
                        line.append((char) one);
                    }
                }
            } while (!closing.await(POLL_MILLIS, TimeUnit.MILLISECONDS));
        } catch (IOException e) {
            ledger.unreadable("the rows, from here on: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Records one line; an unreadable one is a violation, and reading continues. */
    private void record(String line) {
        try {
            ledger.arrived(JSON.readValue(line, ROWS).stream()
                    .map(fields -> new Row(unit, null, 0, fields))
                    .toList());
        } catch (IOException | RuntimeException e) {
            ledger.unreadable(line.length() + " characters: " + e);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.destroyForcibly();
        try {
            follower.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
