package io.outrider.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Producer that posts records to the unit's local API, one request after the other, until closed. */
final class Producer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final long PAUSE_MILLIS = 20;

    /** Pause after a failed request, to limit unused numbers while the unit is down. */
    private static final long RETRY_PAUSE_MILLIS = 200;

    private final int port;
    private final int producer;
    private final int batch;
    private final Ledger ledger;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile String lastError = "";

    /**
     * @param port of the unit's local API, on this machine
     * @param batch records per request
     */
    Producer(int port, int producer, int batch, Ledger ledger) {
        this.port = port;
        this.producer = producer;
        this.batch = batch;
        this.ledger = ledger;
        thread = new Thread(this::run, "producer " + producer);
        thread.start();
    }

    private void run() {
        int next = 1;
        try {
            long pause = PAUSE_MILLIS;
            while (!closing.await(pause, TimeUnit.MILLISECONDS)) {
                pause = post(next, next + batch - 1) ? PAUSE_MILLIS : RETRY_PAUSE_MILLIS;
                next += batch;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** True if the unit accepted the records and answered. */
    private boolean post(int from, int to) {
        ledger.posting(producer, from, to);
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/records").openConnection();
            try {
                return note(from, to, connection);
            } finally {
                connection.disconnect();
            }
        } catch (ConnectException e) { // not received by the unit
            lastError = e.toString();
            ledger.refused(producer, from, to);
        } catch (IOException e) {
            lastError = e.toString();
            ledger.unanswered(producer, from, to);
        }
        return false;
    }

    private boolean note(int from, int to, HttpURLConnection connection) throws IOException {
        byte[] body = body(from, to);
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setRequestProperty("Connection", "close"); // a dead kept-alive connection would be ambiguous
        connection.setFixedLengthStreamingMode(body.length); // otherwise the JDK may repeat the POST
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.connect();
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
        if (connection.getResponseCode() != 200) {
            lastError = "status " + connection.getResponseCode();
            ledger.refused(producer, from, to);
            return false;
        }
        JsonNode answer;
        try (InputStream in = connection.getInputStream()) {
            answer = JSON.readTree(in);
        }
        if (answer.path("accepted").asInt() == to - from + 1
                && answer.path("on_disk").asBoolean()) {
            ledger.accepted(producer, from, to);
            return true;
        }
        lastError = answer.toString();
        ledger.unanswered(producer, from, to);
        return false;
    }

    private byte[] body(int from, int to) throws IOException {
        List<Map<String, Object>> records = new ArrayList<>();
        for (int n = from; n <= to; n++) {
            records.add(Map.of("@t", Ledger.COUNTED, "n", n, "producer", producer));
        }
        return JSON.writeValueAsBytes(records);
    }

    /** Last response other than success, for diagnosis. */
    String lastError() {
        return lastError;
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(3L * TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
