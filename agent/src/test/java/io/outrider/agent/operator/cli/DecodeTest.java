package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.api.Failure;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import io.outrider.wire.columns.BatchCodec;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code outrider decode}. */
@Timeout(60)
class DecodeTest {
    private static final String ROW = "{\"@t\":\"obd.rpm\",\"@ts\":\"2026-11-22T08:00:00.000000Z\",\"value\":800.5}";
    private static final long MICROS = 1_795_334_400_000_000L;

    @TempDir
    private Path folder;

    private final DaemonConsole console = new DaemonConsole(false, 1, Path.of("none"));

    private static byte[] batch(long first, int count) {
        List<SequencedRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            TelemetryRecord sample = new TelemetryRecord(
                    "obd.rpm", new Timestamp(MICROS, 0, true), Map.of("value", 800.5), Priority.NORMAL);
            records.add(new SequencedRecord(first + i, sample));
        }
        return new BatchCodec().encode("u1", new Batch("b1", true, records));
    }

    private static String line(long sequence) {
        return "{\"@unit\":\"u1\",\"@boot\":\"b1\",\"@seq\":" + sequence + "," + ROW.substring(1);
    }

    private int decode(byte[] bytes) throws Exception {
        return console.run("decode", Files.write(folder.resolve("batch"), bytes).toString());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void eachRecordOfABatchIsALine() throws Exception {
        assertThat(decode(batch(7, 2))).isZero();
        assertThat(console.out().lines()).containsExactly(line(7), line(8));
        assertThat(console.err()).isEmpty();
        assertThat(console.run("decode", "--text", folder.resolve("batch").toString()))
                .isZero();
        assertThat(console.out()).startsWith("08:00:00.000Z  obd.rpm               800.5");
    }

    @Test
    void concatenatedBatchesAreDecoded() throws Exception {
        ByteArrayOutputStream three = new ByteArrayOutputStream();
        three.write(batch(1, 1));
        three.write(batch(2, 5_000));
        three.write(batch(5_002, 1));
        assertThat(decode(three.toByteArray())).isZero();
        assertThat(console.out().lines()).hasSize(5_002).endsWith(line(5_002));
    }

    @Test
    void linesMayBeHexadecimalOrBase64WithOrWithoutTopic() throws Exception {
        String hex = HexFormat.of().formatHex(batch(1, 1));
        String large = HexFormat.of().withUpperCase().formatHex(batch(10, 20_000));
        String base64 = Base64.getEncoder().encodeToString(batch(2, 1));
        String text = hex + "\n\noutrider/v1/u1/telemetry " + hex + "\r\n" + base64 + "\n" + large + "\n" + ROW;
        assertThat(decode(bytes(text))).as(console.err()).isZero();
        assertThat(console.out().lines().limit(3)).containsExactly(line(1), line(1), line(2));
        assertThat(console.out().lines()).hasSize(3 + 20_000 + 1).endsWith(ROW);
    }

    @Test
    void rowsOfHttpsUploadsAreDecoded() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes("[" + ROW + "," + ROW + "]"));
        }
        assertThat(decode(packed.toByteArray())).isZero();
        assertThat(console.out().lines()).containsExactly(ROW, ROW);
        assertThat(decode(bytes("[" + ROW + "]\n" + ROW + "\n"))).isZero();
        assertThat(console.out().lines()).containsExactly(ROW, ROW);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "hello world", "{\"a\":1}", "[1]", "[{}]", "{", "78", "78ff", "deadbeef", "x\u009cabc"})
    void invalidInputIsAnErrorWithoutClassNames(String text) throws Exception {
        assertThat(decode(text.getBytes(StandardCharsets.ISO_8859_1))).isEqualTo(2);
        assertThat(console.err())
                .contains("is no batch: ", "batch")
                .doesNotContainPattern("java|Exception|jackson|[Uu]nexpected character");
    }

    @Test
    void aTruncatedBatchIsReportedAfterTheCompleteOnes() throws Exception {
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.write(batch(1, 1));
        two.write(batch(2, 100), 0, 40);
        assertThat(decode(two.toByteArray())).isEqualTo(5);
        assertThat(console.out().lines()).containsExactly(line(1));
        assertThat(console.err()).contains("the last batch is cut off");
        assertThat(decode(bytes("rubbish\n" + HexFormat.of().formatHex(batch(3, 1)) + "\n")))
                .isEqualTo(5);
        assertThat(console.out().lines()).containsExactly(line(3));
        assertThat(console.err()).contains("line 1 is no batch");
    }

    @Test
    void decodingEndsIfErrorsCannotBeWritten() {
        InputStream endless = new InputStream() {
            private int count;

            @Override
            public int read() {
                return count++ % 4 == 3 ? '\n' : 'z';
            }
        };
        BatchDecoder decoder = new BatchDecoder(row -> {}, text -> {
            throw new Failure(CommandLineErrors.OUTPUT_FAILED, "errors cannot be written");
        });
        assertThatThrownBy(() -> decoder.read("endless", endless)).isInstanceOf(Failure.class);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(console.run("decode", "no-such-file")).isEqualTo(2);
        assertThat(console.err()).contains("there is no file no-such-file");
    }

    @Test
    void recordsArePrintedBeforeTheInputEnds() throws Exception {
        for (boolean hex : new boolean[] {false, true}) {
            List<String> seen = new CopyOnWriteArrayList<>();
            BatchDecoder decoder =
                    new BatchDecoder(row -> seen.add(row.path("@seq").asText()), text -> {});
            PipedOutputStream client = new PipedOutputStream();
            PipedInputStream from = new PipedInputStream(client, 1 << 16);
            Thread reader = new Thread(
                    () -> {
                        try {
                            decoder.read("client", from);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    "reader");
            reader.start();
            for (int i = 1; i <= 3; i++) {
                byte[] batch = batch(i, 1);
                client.write(hex ? bytes(HexFormat.of().formatHex(batch) + "\n") : batch);
                client.flush();
                int count = i;
                TerminalSession.await(() -> seen.size() == count);
            }
            client.close();
            reader.join();
            assertThat(seen).containsExactly("1", "2", "3");
        }
    }
}
