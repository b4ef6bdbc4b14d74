package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Needs python3. */
@Tag("long")
class HttpReceiverTest {
    private static final String UNIT = "u";
    private static final String ROW = """
            {"@t": "soak.count", "@ts": "2026-01-01T00:00:0%d.000000Z", "n": %d, "producer": 0}""";

    private final Ledger ledger = new Ledger(UNIT, false);
    private HttpReceiver receiver;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() throws IOException {
        receiver = new HttpReceiver(UNIT, folder, ledger);
        ledger.posting(0, 1, 9);
        ledger.accepted(0, 1, 2);
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    private Map<String, String> headers() {
        return new HashMap<>(Map.of(
                "Content-Type", "application/json", "unit-id", UNIT, "Authorization", "token " + receiver.token()));
    }

    private int post(Map<String, String> headers, byte[] body) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) new URL("http://127.0.0.1:" + receiver.port() + "/").openConnection();
        connection.setDoOutput(true);
        headers.forEach(connection::setRequestProperty);
        connection.setRequestProperty("Connection", "close");
        connection.setFixedLengthStreamingMode(body.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
        try {
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }

    private static byte[] rows(int... numbers) {
        StringBuilder rows = new StringBuilder();
        for (int n : numbers) {
            rows.append(rows.isEmpty() ? "[" : ", ").append(ROW.formatted(n, n));
        }
        return rows.append("]").toString().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void whatIsAnswered200IsInTheLedger() throws Exception {
        assertThat(post(headers(), rows(1, 2))).isEqualTo(200);
        Await.until("both arrive", () -> ledger.sums().delivered() == 2);
        assertThat(ledger.complaints()).isEmpty();
        assertThat(receiver.invalidRequests()).isEmpty();
    }

    @Test
    void gzipIsTaken() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(rows(1, 2));
        }
        Map<String, String> headers = headers();
        headers.put("Content-Encoding", "gzip");
        assertThat(post(headers, packed.toByteArray())).isEqualTo(200);
        Await.until("both arrive", () -> ledger.sums().delivered() == 2);
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Type, text/json",
        "unit-id, another",
        "Authorization, Bearer 9f3c5a1e7b2d4860",
        "Authorization, token wrong",
        "Content-Encoding, deflate",
        "Content-Encoding, gzip"
    })
    void aHeaderThatBreaksTheFormIsRefusedAndNoted(String header, String value) throws Exception {
        Map<String, String> headers = headers();
        headers.put(header, value);
        assertThat(post(headers, rows(1, 2))).isEqualTo(400);
        assertThat(receiver.invalidRequests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "[1]",
                "[{\"@t\": \"a.b\"}]",
                "[{\"@t\": \"a.b\", \"@ts\": \"2026-01-01T00:00:00Z\"}]",
                "[{\"@t\": \"a.b\", \"@ts\": \"2026-01-01T00:00:00.000000Z\", \"value\": NaN}]"
            })
    void aBodyThatBreaksTheFormIsRefusedAndNoted(String body) throws Exception {
        assertThat(post(headers(), body.getBytes(StandardCharsets.UTF_8))).isEqualTo(400);
        assertThat(receiver.invalidRequests()).hasSize(1);
    }

    @Test
    void theNewestFirstIsRefused() throws Exception {
        assertThat(post(headers(), rows(2, 1))).isEqualTo(400);
        assertThat(receiver.invalidRequests()).containsExactly("not the oldest first");
    }

    @Test
    void behavioursTakeTurns() throws Exception {
        receiver.behaviours("503", "503", "lose", "lose");
        assertThat(post(headers(), rows(1))).isEqualTo(503);
        assertThatThrownBy(() -> post(headers(), rows(1))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> post(headers(), rows(1))).isInstanceOf(IOException.class);
        assertThat(post(headers(), rows(1))).isEqualTo(503);
        assertThat(ledger.arrivals()).isZero();
        assertThat(receiver.invalidRequests()).isEmpty();
    }

    @Test
    void aConnectionThatIsDroppedAfterwardsMakesADuplicate() throws Exception {
        receiver.behaviours("drop");
        assertThatThrownBy(() -> post(headers(), rows(1, 2))).isInstanceOf(IOException.class);
        receiver.behaviours("accept");
        assertThat(post(headers(), rows(1, 2))).isEqualTo(200);
        Await.until("both came twice", () -> ledger.sums().duplicates() == 2);
        assertThat(ledger.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "[1]", "null", "[null]"})
    void aLineThatCannotBeReadIsWrongAndWhatFollowsStillCounts(String line) throws Exception {
        Path rows;
        try (Stream<Path> all = Files.walk(folder)) {
            rows = all.filter(each -> each.endsWith("rows")).findFirst().orElseThrow();
        }
        Files.writeString(rows, line + "\n", StandardOpenOption.APPEND);
        assertThat(post(headers(), rows(1, 2))).isEqualTo(200);
        Await.until("both arrive", () -> ledger.sums().delivered() == 2);
        assertThat(ledger.complaints()).singleElement().asString().startsWith("not readable: ");
    }
}
