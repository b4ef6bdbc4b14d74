package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.UnitBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Largest possible results, from the daemon with the memory limit of its start script. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SAME_THREAD)
@Tag("slow")
class LargeResultsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int AT_ONCE = 8;
    private static final int RECORDS = 300;

    private static final List<Map<String, Object>> CALLS = List.of(
            call("obd.formula", Map.of("formula", "['a'*65000]*40000", "frames", "7E804410C0FA0")),
            call(
                    "obd.formula",
                    Map.of("formula", "len([list(range(60000)) for x in range(12)])", "frames", "7E804410C0FA0")),
            call("obd.formula", Map.of("formula", "['\\u20ac'*40000]*2", "frames", "7E804410C0FA0")),
            call("cmd.run", Map.of("cmd", "head -c 1048576 /dev/zero")),
            call("cmd.run", Map.of("cmd", "yes | head -c 20000000")),
            call("cloud.cache", Map.of("cmd", "peek_queue", "start", 0, "stop", RECORDS - 1)),
            call("log.query", Map.of("last", 100_000)),
            call("logger.list", Map.of()),
            call("config.get", Map.of()),
            call("sys.doc", Map.of()),
            Map.of("command", "test.echo", "arg", List.of(Collections.nCopies(60_000, "a"))));

    private final ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE);

    @TempDir
    private Path folder;

    private DaemonProcess daemon;
    private int port;

    private static Map<String, Object> call(String command, Map<String, Object> keywords) {
        return Map.of("command", command, "kwarg", keywords);
    }

    @BeforeEach
    void start() throws Exception {
        daemon = new UnitBuilder(folder, "large")
                .localApi()
                .settings("[cmd]\nenabled = true\n")
                .build();
        port = daemon.apiPort();
        daemon.start();
        while (!pings()) {
            assertThat(end(250)).as("it has ended, see " + daemon.log()).isFalse();
        }
    }

    @AfterEach
    void stop() {
        clients.shutdownNow();
        daemon.close();
    }

    /** Waits for the daemon to end. */
    private boolean end(long millis) throws Exception {
        try {
            ProcessHandle.of(daemon.pid()).orElseThrow().onExit().get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private String post(String path, Object body) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL("http://127.0.0.1:" + port + path).openConnection();
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setReadTimeout(120_000);
        byte[] bytes = JSON.writeValueAsBytes(body);
        connection.setFixedLengthStreamingMode(bytes.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(bytes);
        }
        try (InputStream in =
                connection.getResponseCode() < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String run(Map<String, Object> call) throws IOException {
        return post("/dongle/large/execute/", call);
    }

    private boolean pings() {
        try {
            return run(call("test.ping", Map.of())).equals("true");
        } catch (IOException e) {
            return false;
        }
    }

    private void fillBuffer() throws IOException {
        for (int i = 0; i < RECORDS; i += 20) {
            List<Map<String, Object>> records =
                    Collections.nCopies(20, Map.of("@t", "bench.large", "values", Collections.nCopies(10_000, "x1")));
            assertThat(post("/records", records)).contains("\"accepted\":20");
        }
    }

    private String answered(Map<String, Object> call, Future<String> answer) throws Exception {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            String named = call.toString();
            String log = Files.readString(daemon.log());
            throw new AssertionError(
                    "no answer to " + named.substring(0, Math.min(200, named.length())) + ": "
                            + log.substring(Math.max(0, log.length() - 2000)),
                    e);
        }
    }

    @Test
    void theDaemonSurvivesEachCallAloneAndEightInParallel() throws Exception {
        fillBuffer();
        long pid = daemon.pid();
        for (Map<String, Object> call : CALLS) {
            for (int each : new int[] {1, AT_ONCE}) {
                List<Future<String>> answers = new ArrayList<>();
                for (int i = 0; i < each; i++) {
                    answers.add(clients.submit(() -> run(call)));
                }
                for (Future<String> answer : answers) {
                    String json = answered(call, answer);
                    JsonNode read = JSON.readTree(json);
                    assertThat(read.isMissingNode()).as(call + ": " + json).isFalse();
                    assertThat(json.getBytes(StandardCharsets.UTF_8).length)
                            .as(call.toString())
                            .isBetween(2, 1 << 20);
                }
                assertThat(pings()).as("after " + each + " of " + call).isTrue();
            }
        }
        assertThat(daemon.pid()).isEqualTo(pid);
        assertThat(end(1)).isFalse();
        assertThat(run(CALLS.get(0))).contains("more than 262144 bytes");
        assertThat(run(CALLS.get(5))).contains("\"left_out\":");
    }
}
