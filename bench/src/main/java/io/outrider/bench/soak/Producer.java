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

/** One program on the unit that adds records through its local API, one request after the other, until it is closed. */
final class Producer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PATIENCE_MILLIS = 10_000;
    private static final long PAUSE_MILLIS = 20;

    /** After a request that came to nothing: the unit is down, and numbers are not to run away meanwhile. */
    private static final long PAUSE_OF_TROUBLE_MILLIS = 200;

    private final int port;
    private final int lane;
    private final int batch;
    private final Ledger ledger;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile String lastTrouble = "";

    /**
     * @param port of the unit's local API, on this machine
     * @param batch records in a request
     */
    Producer(int port, int lane, int batch, Ledger ledger) {
        this.port = port;
        this.lane = lane;
        this.batch = batch;
        this.ledger = ledger;
        thread = new Thread(this::run, "producer " + lane);
        thread.start();
    }

    private void run() {
        int next = 1;
        try {
            long pause = PAUSE_MILLIS;
            while (!closing.await(pause, TimeUnit.MILLISECONDS)) {
                pause = post(next, next + batch - 1) ? PAUSE_MILLIS : PAUSE_OF_TROUBLE_MILLIS;
                next += batch;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the unit has taken them and answered. */
    private boolean post(int from, int to) {
        ledger.posting(lane, from, to);
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/records").openConnection();
            try {
                return note(from, to, connection);
            } finally {
                connection.disconnect();
            }
        } catch (ConnectException e) { // the unit never saw it
            lastTrouble = e.toString();
            ledger.refused(lane, from, to);
        } catch (IOException e) {
            lastTrouble = e.toString();
            ledger.unanswered(lane, from, to);
        }
        return false;
    }

    private boolean note(int from, int to, HttpURLConnection connection) throws IOException {
        byte[] body = body(from, to);
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setRequestProperty("Connection", "close"); // a kept one may be found dead, and tells nothing
        connection.setFixedLengthStreamingMode(body.length); // or the JDK posts a second time by itself
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        connection.connect();
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
        if (connection.getResponseCode() != 200) {
            lastTrouble = "status " + connection.getResponseCode();
            ledger.refused(lane, from, to);
            return false;
        }
        JsonNode answer;
        try (InputStream in = connection.getInputStream()) {
            answer = JSON.readTree(in);
        }
        if (answer.path("accepted").asInt() == to - from + 1
                && answer.path("on_disk").asBoolean()) {
            ledger.accepted(lane, from, to);
            return true;
        }
        lastTrouble = answer.toString();
        ledger.unanswered(lane, from, to);
        return false;
    }

    private byte[] body(int from, int to) throws IOException {
        List<Map<String, Object>> records = new ArrayList<>();
        for (int n = from; n <= to; n++) {
            records.add(Map.of("@t", Ledger.COUNTED, "n", n, "lane", lane));
        }
        return JSON.writeValueAsBytes(records);
    }

    /** The last thing other than a plain yes, for whoever looks for the reason. */
    String lastTrouble() {
        return lastTrouble;
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(3L * PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
