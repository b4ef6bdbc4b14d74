package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.testkit.Announces;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /records} as sent by a container's script. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class RecordsEndpointTest {
    private static final String ONE = "{\"@t\":\"myapp.temp\",\"value\":21.5}";
    private static final Map<String, Object> TAKEN = Map.of("@t", "myapp.temp", "value", 21.5);
    private static final LocalApi.Pace IMPATIENT = new LocalApi.Pace(
            LocalUnit.QUICK.callNanos(),
            LocalUnit.QUICK.streamNanos(),
            LocalUnit.QUICK.writeNanos(),
            TimeUnit.MILLISECONDS.toNanos(50));

    @TempDir
    private Path directory;

    private LocalUnit unit;

    @BeforeEach
    void open() throws Exception {
        unit = new LocalUnit(directory);
    }

    @AfterEach
    void close() {
        unit.close();
    }

    private Curl.CurlResponse post(String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("-H", "Authorization: Bearer " + unit.token()));
        all.addAll(List.of(words));
        all.add(unit.url() + "/records");
        return Curl.run(all.toArray(String[]::new));
    }

    private Curl.CurlResponse postFile(byte[] body, String... words) throws Exception {
        Path file = Files.write(directory.resolve("body"), body);
        List<String> all = new ArrayList<>(List.of("-H", "Expect:", "--data-binary", "@" + file));
        all.addAll(List.of(words));
        return post(all.toArray(String[]::new));
    }

    private static byte[] gzip(byte[] bytes) throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    @Test
    void oneRecordIsAcceptedAndConfirmedAsOnDisk() throws Exception {
        assertThat(post("-d", ONE)).isEqualTo(new Curl.CurlResponse(200, "{\"accepted\":1,\"on_disk\":true}"));
        assertThat(unit.intake.all()).containsExactly(TAKEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[%1$s,%1$s]", "%1$s\n%1$s", "%1$s\n\n%1$s\n", "\r\n%1$s\r\n%1$s\r\n", " [ %1$s , %1$s ]\n"})
    void severalRecordsAreAnArrayOrLines(String form) throws Exception {
        String body = String.format(form, ONE);
        Curl.CurlResponse answer =
                postFile(body.getBytes(StandardCharsets.UTF_8), "-H", "Content-Type: application/x-ndjson");
        assertThat(answer).isEqualTo(new Curl.CurlResponse(200, "{\"accepted\":2,\"on_disk\":true}"));
        assertThat(unit.intake.taken).as("in one piece").containsExactly(List.of(TAKEN, TAKEN));
    }

    @Test
    void gzipBodiesAreDecompressed() throws Exception {
        byte[] packed = gzip((ONE + "\n").repeat(9_000).getBytes(StandardCharsets.UTF_8));
        assertThat(postFile(packed, "-H", "Content-Encoding: gzip"))
                .isEqualTo(new Curl.CurlResponse(200, "{\"accepted\":9000,\"on_disk\":true}"));
        byte[] bomb = gzip(" ".repeat(RecordsEndpoint.LARGEST_BODY + 1).getBytes(StandardCharsets.UTF_8));
        assertThat(postFile(bomb, "-H", "Content-Encoding: gzip").status()).isEqualTo(413);
        assertThat(postFile(ONE.getBytes(StandardCharsets.UTF_8), "-H", "Content-Encoding: gzip")
                        .status())
                .isEqualTo(400);
        packed[packed.length / 2] ^= 1;
        assertThat(postFile(packed, "-H", "Content-Encoding: gzip").status()).isEqualTo(400);
        assertThat(post("-d", ONE, "-H", "Content-Encoding: br").status()).isEqualTo(415);
        assertThat(unit.intake.taken).hasSize(1);
    }

    @Test
    void oneBadRecordIsNamedAndNoneIsAccepted() throws Exception {
        Curl.CurlResponse answer = post("-d", "[" + ONE + "," + ONE + ",{\"@t\":\"obd.rpm\",\"value\":1}]");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body())
                .contains("record 2 (the first is 0): @t 'obd.rpm': types that begin with 'obd.' are the unit's own")
                .contains("\"code\":\"BAD_REQUEST\",\"actor\":\"caller\"");
        assertThat(unit.intake.taken).isEmpty();
        assertThat(post("-d", "[{\"@t\":\"toy.rpm\",\"value\":1}]").body())
                .as("a module of this unit")
                .contains("'toy.'");
    }

    @Test
    void failuresOfTheIntakeAreReturned() throws Exception {
        unit.intake.fails = Failure.argument("record 0", "value is no number");
        assertThat(post("-d", ONE))
                .isEqualTo(new Curl.CurlResponse(
                        400,
                        "{\"error\":\"record 0: value is no number\",\"code\":\"BAD_ARGUMENT\",\"actor\":\"caller\"}"));
        unit.intake.fails = Failure.reported(Failure.Actor.OPERATOR, "FULL", "the memory is full: free the disk");
        assertThat(post("-d", ONE).status()).isEqualTo(503);
    }

    @Test
    void anUnwritableDiskIsReported() throws Exception {
        unit.intake.disk = CompletableFuture.completedFuture(false);
        assertThat(post("-d", ONE)).isEqualTo(new Curl.CurlResponse(200, "{\"accepted\":1,\"on_disk\":false}"));
    }

    @Test
    void theWaitForAHangingDiskIsLimited() throws Exception {
        unit.close();
        unit = new LocalUnit(directory, LocalUnit.CLOSED, IMPATIENT);
        unit.intake.disk = new CompletableFuture<>();
        assertThat(post("-d", ONE)).isEqualTo(new Curl.CurlResponse(200, "{\"accepted\":1,\"on_disk\":false}"));
        assertThat(unit.intake.all()).hasSize(1);
    }

    @Test
    void theResponseWaitsUntilTheRecordsAreOnDisk() throws Exception {
        CompletableFuture<Boolean> disk = new CompletableFuture<>();
        unit.intake.disk = disk;
        Process client = Curl.start("-H", "Authorization: Bearer " + unit.token(), "-d", ONE, unit.url() + "/records");
        await(() -> unit.intake.taken.size() == 1);
        assertThat(client.inputReader().ready()).isFalse();
        disk.complete(true);
        assertThat(client.inputReader().readLine()).isEqualTo("{\"accepted\":1,\"on_disk\":true}");
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    @Announces("local API, /records: internal error")
    void aBrokenIntakeIsAnInternalErrorOfOneRequest() throws Exception {
        unit.intake.disk = CompletableFuture.failedFuture(new IllegalStateException("on purpose"));
        assertThat(post("-d", ONE).status()).isEqualTo(500);
        unit.intake.disk = CompletableFuture.completedFuture(true);
        assertThat(post("-d", ONE).status()).isEqualTo(200);
    }

    @Test
    void clientsBeyondTheLimitGetARetryHint() throws Exception {
        unit.intake.disk = new CompletableFuture<>();
        List<Process> clients = new ArrayList<>();
        try {
            for (int i = 0; i < RecordsEndpoint.MOST; i++) {
                clients.add(
                        Curl.start("-H", "Authorization: Bearer " + unit.token(), "-d", ONE, unit.url() + "/records"));
            }
            await(() -> unit.intake.taken.size() == RecordsEndpoint.MOST);
            Curl.CurlResponse answer = post("-d", ONE);
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body()).contains("BUSY");
            unit.intake.disk.complete(true);
        } finally {
            clients.forEach(Process::destroy);
        }
    }

    @Test
    void largeBodiesAreRefused() throws Exception {
        String fits = "{\"@t\":\"a.b\",\"v\":\"" + "x".repeat(900_000) + "\"}";
        assertThat(postFile(fits.getBytes(StandardCharsets.UTF_8)).status()).isEqualTo(200);
        assertThat(postFile((fits + " ".repeat(200_000)).getBytes(StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(413);
    }

    @Test
    void requestsWithoutTokenOrOfWebPagesAddNothing() throws Exception {
        assertThat(Curl.run("-d", ONE, unit.url() + "/records").status()).isEqualTo(401);
        assertThat(post("-d", ONE, "-H", "Origin: http://example.com").status()).isEqualTo(403);
        assertThat(post("-G").status()).isEqualTo(405);
        assertThat(unit.intake.taken).isEmpty();
    }

    @Test
    void acceptedAndRefusedRecordsAreCounted() throws Exception {
        post("-d", "[" + ONE + "," + ONE + "]");
        post("-d", "nonsense");
        unit.intake.disk = CompletableFuture.completedFuture(false);
        post("-d", ONE);
        assertThat(Curl.run("-H", "Authorization: Bearer " + unit.token(), unit.url() + "/metrics")
                        .body())
                .contains("outrider_local_records_total 3\n")
                .contains("outrider_local_records_not_on_disk_total 1\n")
                .contains("outrider_local_records_refused_total 1\n");
    }
}
