package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.operator.stream.StreamEvent;
import io.outrider.testkit.TimeoutFactor;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Long calls and the event stream. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class LongResponsesTest {
    private static final String WAIT = "{\"command\":\"toy.wait\"}";

    @TempDir
    private Path directory;

    private LocalUnit unit;

    @BeforeEach
    void open() throws Exception {
        unit = new LocalUnit(directory, LocalUnit.OPEN);
    }

    @AfterEach
    void close() throws Exception {
        unit.close();
    }

    private Process startLines(String body) throws Exception {
        return unit.start("-H", "Accept: application/x-ndjson", "-d", body, unit.url() + "/dongle/-/execute/");
    }

    private static String next(BufferedReader lines) throws Exception {
        String line = lines.readLine();
        while (line != null && line.isEmpty()) {
            line = lines.readLine();
        }
        return line;
    }

    private void waitingBegan(int count) throws Exception {
        assertThat(unit.toy.begun.tryAcquire(count, 20, TimeUnit.SECONDS)).isTrue();
    }

    private interface ResponseCondition {
        boolean holds() throws Exception;
    }

    private static void await(ResponseCondition condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void progressIsStreamedDuringTheCallAndTheReturnLast() throws Exception {
        BufferedReader lines = startLines(WAIT).inputReader();
        assertThat(next(lines)).matches("\\{\"jid\":\"\\d{20}\"}");
        assertThat(next(lines))
                .isEqualTo("{\"progress\":{\"done\":1,\"total\":3,\"unit\":\"steps\",\"what\":\"waiting\"}}");
        assertThat(lines.readLine()).as("a sign of life").isEmpty();
        unit.toy.go.countDown();
        assertThat(next(lines)).isEqualTo("{\"return\":\"went on\",\"retcode\":0,\"success\":true}");
        assertThat(next(lines)).isNull();
    }

    @Test
    void aFailureIsTheLastLine() throws Exception {
        BufferedReader lines = startLines("{\"command\":\"toy.fail vehicle\"}").inputReader();
        next(lines);
        assertThat(next(lines))
                .isEqualTo("{\"return\":\"ERROR: it failed on purpose\",\"retcode\":1,\"success\":false,"
                        + "\"error\":\"it failed on purpose\",\"code\":\"FAILED\",\"actor\":\"vehicle\"}");
    }

    @Test
    void theJobOfADisconnectedClientIsCancelled() throws Exception {
        Process client = startLines(WAIT);
        waitingBegan(1);
        client.destroy();
        assertThat(unit.toy.cancelled.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void waitingCallsDoNotBlockStatusAndAreLimited() throws Exception {
        for (int i = 0; i < ExecuteEndpoint.MOST; i++) {
            String accept = i % 2 == 0 ? "application/json" : ExecuteEndpoint.LINES;
            unit.start("-H", "Accept: " + accept, "-d", WAIT, unit.url() + "/dongle/-/execute/");
        }
        waitingBegan(ExecuteEndpoint.MOST);
        assertThat(Curl.run(unit.url() + "/status").status()).isEqualTo(200);
        assertThat(Curl.run(unit.url() + "/metrics").body()).contains("outrider_local_calls_running 8\n");
        Curl.CurlResponse answer = Curl.run("-d", WAIT, unit.url() + "/dongle/-/execute/");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).contains("BUSY");
        unit.toy.go.countDown();
        await(() -> Curl.run("-d", WAIT, unit.url() + "/dongle/-/execute/").status() == 200);
    }

    @Test
    void theEndOfTheDaemonEndsCallsAndStreams() throws Exception {
        Process whole = unit.start("-d", WAIT, unit.url() + "/dongle/-/execute/");
        Process lines = startLines(WAIT);
        Process stream = unit.start(unit.url() + "/stream");
        waitingBegan(2);
        await(() -> unit.broadcast.listeners() == 1);
        unit.close();
        assertThat(unit.toy.cancelled.tryAcquire(2, 20, TimeUnit.SECONDS)).isTrue();
        for (Process client : List.of(whole, lines, stream)) {
            assertThat(client.waitFor(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    private static StreamEvent record(String type, int value) {
        return new StreamEvent(StreamEvent.RECORD, type, Map.of("@t", type, "value", value));
    }

    private BufferedReader follow(String query) throws Exception {
        int before = unit.broadcast.listeners();
        BufferedReader lines = unit.start(unit.url() + "/stream" + query).inputReader();
        await(() -> unit.broadcast.listeners() == before + 1);
        return lines;
    }

    private static String data(BufferedReader lines) throws Exception {
        String line = lines.readLine();
        while (!line.startsWith("data: ")) {
            line = lines.readLine();
        }
        return line.substring(6);
    }

    @Test
    void eventsAreStreamedWithTheirIdAndName() throws Exception {
        BufferedReader lines = follow("");
        assertThat(lines.readLine()).as("a sign of life").isEqualTo(":");
        unit.broadcast.publish(new StreamEvent(StreamEvent.JOB, "running", Map.of("jid", "1")));
        String line = lines.readLine();
        while (!line.startsWith("id")) {
            line = lines.readLine();
        }
        assertThat(line).isEqualTo("id: 1");
        assertThat(lines.readLine()).isEqualTo("event: job");
        assertThat(lines.readLine()).isEqualTo("data: {\"jid\":\"1\"}");
        assertThat(lines.readLine()).isEmpty();
    }

    @Test
    void aClientGetsTheEventsOfItsFilter() throws Exception {
        BufferedReader rpm = follow("?event=record&type=obd.rpm&type=obd%2Esoc");
        BufferedReader jobs = follow("?event=job");
        unit.broadcast.publish(record("obd.speed", 1));
        unit.broadcast.publish(new StreamEvent(StreamEvent.JOB, "running", Map.of("jid", "1")));
        unit.broadcast.publish(new StreamEvent(StreamEvent.RECORD, "obd.rpm", Map.of("value", 2)));
        unit.broadcast.publish(new StreamEvent(StreamEvent.RECORD, "obd.soc", Map.of("value", 3)));
        assertThat(data(rpm)).isEqualTo("{\"value\":2}");
        assertThat(data(rpm)).isEqualTo("{\"value\":3}");
        assertThat(data(jobs)).isEqualTo("{\"jid\":\"1\"}");
        assertThat(Curl.run(unit.url() + "/stream?tpye=x").status()).isEqualTo(400);
        assertThat(Curl.run(unit.url() + "/stream?type=%zz").status()).isEqualTo(400);
        assertThat(Curl.run(unit.url() + "/stream?event=foo").body()).contains("'event=foo': there are event=record");
    }

    @Test
    void typesMayBePatterns() throws Exception {
        BufferedReader lines = follow("?type=obd.*&type=track.p%3Fs");
        for (String type : List.of("obd", "myapp.obd.rpm", "obd.rpm", "track.speed", "track.pos")) {
            unit.broadcast.publish(new StreamEvent(StreamEvent.RECORD, type, Map.of("@t", type)));
        }
        assertThat(data(lines)).isEqualTo("{\"@t\":\"obd.rpm\"}");
        assertThat(data(lines)).isEqualTo("{\"@t\":\"track.pos\"}");
        assertThat(Curl.run(unit.url() + "/stream?type=" + "x".repeat(101)).status())
                .isEqualTo(400);
        String many = IntStream.range(0, 33).mapToObj(i -> "type=a" + i).collect(Collectors.joining("&"));
        assertThat(Curl.run(unit.url() + "/stream?" + many).status()).isEqualTo(400);
    }

    @Test
    void streamClientsAreCounted() throws Exception {
        List<BufferedReader> all = new ArrayList<>();
        for (int i = 0; i < StreamEndpoint.MOST; i++) {
            all.add(follow(""));
        }
        assertThat(Curl.run(unit.url() + "/stream").status()).isEqualTo(503);
        assertThat(Curl.run(unit.url() + "/status").status()).isEqualTo(200);
        unit.clients().forEach(Process::destroy);
        await(() -> unit.broadcast.listeners() == 0);
        follow("");
    }

    private Socket get(String path) throws Exception {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress("127.0.0.1", unit.port()));
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void eventsDroppedForASlowClientAreCountedAndReported() throws Exception {
        try (Socket slow = get("/stream")) {
            await(() -> unit.broadcast.listeners() == 1);
            StreamEvent large = new StreamEvent(StreamEvent.RECORD, "large", Map.of("value", "x".repeat(100_000)));
            await(() -> {
                unit.broadcast.publish(large);
                return unit.broadcast.dropped() > 10;
            });
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(slow.getInputStream(), StandardCharsets.UTF_8));
            String line = lines.readLine();
            while (!line.equals("event: loss")) {
                line = lines.readLine();
            }
            assertThat(lines.readLine()).matches("data: \\{\"dropped\":\\d+}");
        }
        assertThat(Curl.run(unit.url() + "/metrics").body())
                .containsPattern("outrider_local_stream_dropped_total [1-9]\\d*\n");
    }

    @Test
    void aClientThatNeverReadsIsDisconnected() throws Exception {
        try (Socket never = get("/stream")) {
            await(() -> unit.broadcast.listeners() == 1);
            StreamEvent large = new StreamEvent(StreamEvent.RECORD, "large", Map.of("value", "x".repeat(100_000)));
            await(() -> {
                unit.broadcast.publish(large);
                return unit.broadcast.listeners() == 0;
            });
            assertThat(never.isConnected()).isTrue();
        }
    }
}
