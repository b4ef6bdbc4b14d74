package io.outrider.agent.operator.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.client.HttpConnection.HttpResponse;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.Outcome;
import io.outrider.api.Ticker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Client of the daemon's local API. One connection for each request; closing it (or ending the program) cancels the call. */
public record LocalClient(DaemonEndpoint endpoint, int aliveMillis) {
    /** Read timeout of calls and streams, in which the daemon writes something every few seconds. */
    private static final int SILENCE_MILLIS = 60_000;

    private static final int ANSWER_MILLIS = 30_000;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final byte[] NO_BODY = {};

    /** Timeout of the first request, which a working daemon answers at once. */
    private static final int ALIVE_MILLIS = 5_000;

    public LocalClient(DaemonEndpoint endpoint) {
        this(endpoint, ALIVE_MILLIS);
    }

    /** @param progress receives {@code {done, total, unit, what}} */
    public Outcome execute(String function, List<?> arg, Map<String, ?> kwarg, Consumer<JsonNode> progress)
            throws Failure {
        try (HttpConnection connection = connect(SILENCE_MILLIS)) {
            byte[] body = Json.PLAIN.writeValueAsBytes(Map.of("command", quoted(function), "arg", arg, "kwarg", kwarg));
            BufferedReader lines = reader(connection.ask("POST", "/dongle/-/execute/", "application/x-ndjson", body));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode news = line.isEmpty() ? Json.PLAIN.missingNode() : Json.PLAIN.readTree(line);
                if (news.has("progress")) {
                    progress.accept(news.get("progress"));
                } else if (news.has("retcode")) {
                    if (!news.path("success").asBoolean()) {
                        throw HttpResponse.failure(news);
                    }
                    return new Outcome(news.get("return"), news.get("retcode").asInt());
                }
            }
            throw new IOException("the connection ended before the call did");
        } catch (IOException e) {
            throw broken(e);
        }
    }

    public JsonNode call(String function, String... arguments) throws Failure {
        return Json.PLAIN.valueToTree(
                execute(function, List.of(arguments), Map.of(), progress -> {}).value());
    }

    /** Shell quoting, as the daemon splits the command's text into words. */
    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    public JsonNode get(String path) throws Failure {
        return ask("GET", path);
    }

    public JsonNode ask(String method, String path) throws Failure {
        try (HttpConnection connection = connect(ANSWER_MILLIS)) {
            return Json.PLAIN.readTree(connection.ask(method, path, "application/json", NO_BODY));
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** Text of at most a megabyte. */
    public String text(String path) throws Failure {
        try (HttpConnection connection = connect(ANSWER_MILLIS)) {
            byte[] bytes = connection.ask("GET", path, "text/plain", NO_BODY).readNBytes(1 << 20);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** Reads {@code GET /stream} until the daemon ends. */
    void follow(String query, Runnable connected, StreamListener listener) throws Failure {
        try (HttpConnection connection = connect(SILENCE_MILLIS)) {
            BufferedReader lines = reader(connection.ask(
                    "GET", "/stream" + (query.isEmpty() ? "" : "?" + query), "text/event-stream", NO_BODY));
            connected.run();
            String event = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("event: ")) {
                    event = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    listener.onEvent(event, Json.PLAIN.readTree(line.substring(6)));
                }
            }
            throw new IOException("the daemon ended the stream");
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** Reads {@code GET /stream} until interrupted; reconnects after restarts, like {@code journalctl -f}. */
    public void follow(String query, Ticker ticker, Consumer<String> messages, StreamListener listener)
            throws Failure, InterruptedException {
        AtomicBoolean connected = new AtomicBoolean();
        boolean wasConnected = false;
        while (true) {
            try {
                follow(query, () -> connected.set(true), (event, data) -> {
                    if (event.equals("loss")) {
                        messages.accept(
                                data.path("dropped").asLong() + " events were missed: what reads this is too slow");
                    } else {
                        listener.onEvent(event, data);
                    }
                });
            } catch (Failure e) {
                wasConnected = wasConnected || connected.get();
                if (!wasConnected || !e.is(CommandLineErrors.NOT_RUNNING, CommandLineErrors.DAEMON_LOST)) {
                    throw e;
                }
            }
            if (connected.getAndSet(false)) {
                messages.accept("the daemon has ended; this goes on when it is back (Ctrl-C ends it)");
            }
            ticker.sleep(PAUSE_NANOS);
        }
    }

    @FunctionalInterface
    public interface StreamListener {
        void onEvent(String event, JsonNode data) throws Failure;
    }

    private static BufferedReader reader(HttpResponse answer) {
        return new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8));
    }

    /** Connects after a first request has shown that the daemon responds, as the next one may take long. */
    private HttpConnection connect(int silenceMillis) throws IOException, Failure {
        try (HttpConnection first = new HttpConnection(endpoint, aliveMillis)) {
            HttpResponse answer = first.ask("GET", "/", "application/json", NO_BODY);
            if (!Json.PLAIN.readTree(answer.readNBytes(1 << 16)).path("unit_id").isTextual()) {
                throw new ProtocolException("no unit_id");
            }
        }
        return new HttpConnection(endpoint, silenceMillis);
    }

    private Failure broken(IOException e) {
        return new Failure(CommandLineErrors.DAEMON_LOST, sentence(e), e);
    }

    private String sentence(IOException e) {
        if (e instanceof JsonProcessingException || e instanceof ProtocolException) {
            return "what answers on port " + endpoint.port() + " is no outrider daemon: systemctl status outrider tells"
                    + " whether it runs, and [local] port where";
        }
        if (e instanceof SocketTimeoutException) {
            return "the daemon does not answer within " + e.getMessage()
                    + ", though its port is open: it hangs, or was stopped; systemctl status outrider tells which,"
                    + " and its process id (as root, ss -ltnp sport = :" + endpoint.port()
                    + " does too); systemctl restart outrider begins anew";
        }
        return "the daemon ended the connection (" + IoReason.of(e)
                + "): it has just ended, or too many programs ask it at once; systemctl status outrider tells which,"
                + " and then try again";
    }
}
