package io.outrider.service.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.devices.Device;
import io.outrider.service.fixture.StoredTelemetry;
import io.outrider.testkit.TimeoutFactor;
import io.outrider.wire.columns.BatchCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Damaged batches through the real ingest: none stops it, none is stored for another unit, on both databases. The system properties
 * of the API's fuzz test apply.
 */
@Tag("slow")
class BatchFuzzTest extends StoredTelemetry {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private TelemetryReader reader;
    private Device device;
    private Device other;

    @BeforeEach
    void open() {
        reader = new TelemetryReader(served.database);
        device = served.devices.create(served.account, "u1", null, false);
        other = served.devices.create(served.otherAccount, "u2", null, false);
    }

    private void receive(byte[] payload) throws Exception {
        ingest.received("u1", payload, false)
                .toCompletableFuture()
                .get(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS);
    }

    private List<String> stored(Device of) {
        return Batches.stored(served.database, of.number());
    }

    private static byte[] batch(Random random) {
        Batches batch = Batches.of();
        for (int i = 1; i <= 1 + random.nextInt(20); i++) {
            Map<String, Object> fields = switch (random.nextInt(3)) {
                case 0 -> Map.of("value", random.nextInt(200), "unit", "km/h");
                case 1 -> Map.of("loc", Map.of("lat", random.nextDouble(), "lon", 10.5), "sog", 3.25);
                default -> Map.of("text", "t\u00e4xt" + i, "list", List.of(1, true, "x"));
            };
            batch.with(
                    i, random.nextBoolean() ? "obd.speed" : "track.pos", "2026-11-21T10:00:" + (10 + i) + "Z", fields);
        }
        return batch.payload("u1", RUN);
    }

    private static String plain(byte[] payload) throws Exception {
        byte[] dictionary;
        try (InputStream from = BatchCodec.class.getResourceAsStream("dictionary.txt")) {
            dictionary = from.readAllBytes();
        }
        Inflater inflater = new Inflater();
        inflater.setInput(payload);
        byte[] plain = new byte[1 << 16];
        inflater.inflate(plain);
        inflater.setDictionary(dictionary);
        int length = inflater.inflate(plain);
        inflater.end();
        return new String(plain, 0, length, StandardCharsets.UTF_8);
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream to = new DeflaterOutputStream(bytes)) {
            to.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] mutated(byte[] payload, Random random) throws Exception {
        if (random.nextInt(4) == 0) {
            byte[] bytes = Arrays.copyOf(payload, 1 + random.nextInt(payload.length));
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            return bytes;
        }
        String text = plain(payload);
        List<String> pieces = List.of(
                "\\u0000",
                "\\ud800",
                "1e999999",
                "-1",
                "9223372036854775807",
                "9".repeat(400),
                "null",
                "\"\"",
                "[]",
                "{}",
                "[1,2]",
                "u2",
                "\"",
                ",",
                "0",
                "true",
                "1.5",
                "~",
                "a.b",
                "x".repeat(3_000));
        for (int i = random.nextInt(3); i >= 0; i--) {
            String piece = pieces.get(random.nextInt(pieces.size()));
            int at = random.nextInt(text.length() + 1);
            var token = java.util.regex.Pattern.compile("\"[^\"]*\"|-?[0-9.]+").matcher(text);
            if (random.nextBoolean() && token.find(at)) {
                String instead = piece.matches("\\\\u.*|u2|a.b|~|x+") ? "\"" + piece + "\"" : piece;
                text = text.substring(0, token.start()) + instead + text.substring(token.end());
            } else {
                text = text.substring(0, at) + piece + text.substring(Math.min(text.length(), at + random.nextInt(3)));
            }
        }
        return packed(text);
    }

    @Test
    void noBatchStopsTheIngest() throws Exception {
        long seed = Long.getLong("outrider.fuzz.seed", 1);
        Random random = new Random(seed);
        long end = System.nanoTime()
                + Duration.ofSeconds(Integer.getInteger("outrider.fuzz.seconds", 4))
                        .toNanos();
        int sent = 0;
        while (System.nanoTime() < end) {
            byte[] payload = mutated(batch(random), random);
            try {
                sent++;
                receive(payload);
            } catch (Exception e) {
                throw new AssertionError(
                        "seed " + seed + ", batch " + sent + " "
                                + java.util.HexFormat.of().formatHex(payload),
                        e);
            }
        }
        System.out.println("seed " + seed + ": " + sent + " batches, " + ingest.givenUp() + " given up");
        assertThat(stored(other)).isEmpty();
        assertThat(ingest.givenUp()).isPositive().isLessThan(sent);
        for (String each : stored(device)) {
            assertThat(MAPPER.readTree(each).path("@t").isTextual()).as(each).isTrue();
        }
        receive(batch(random));
    }

    @Test
    void textsWithTheCharacterZeroAreStored() throws Exception {
        receive(Batches.of()
                .with(1, "obd.\0speed", "2026-11-21T10:00:00Z", Map.of("value", 1))
                .with(2, "obd.speed", "2026-11-21T10:00:01Z", Map.of("a\0b", 1, "c", "\0"))
                .payload("u1", "run\0"));
        assertThat(stored(device)).hasSize(2).allMatch(each -> !each.contains("\0"));
    }

    @Test
    void numbersThatAreTooLargeAreRefusedOrNotAddedUp() throws Exception {
        for (String each : List.of("9".repeat(400), "1e999999", "-1e400")) {
            String record = "[{\"@t\":\"n\",\"@ts\":\"2026-11-21T10:00:00Z\",\"v\":{\"w\":[" + each + "]}}]";
            assertThatThrownBy(() -> post(record)).hasStackTraceContaining("64 bits");
        }
        post("[{\"@t\":\"n\",\"@ts\":\"2026-11-21T10:00:00Z\",\"v\":1.7e308},"
                + "{\"@t\":\"n\",\"@ts\":\"2026-11-21T10:00:01Z\",\"v\":1.7e308},"
                + "{\"@t\":\"n\",\"@ts\":\"2026-11-21T10:00:02Z\",\"v\":1e-320}]");
        for (String kindOfField : List.of("float", "long")) {
            for (FieldQuery.Aggregation each : FieldQuery.Aggregation.values()) {
                FieldQuery query = new FieldQuery(
                        device.account(),
                        device.id(),
                        "n.v",
                        kindOfField,
                        Instant.parse("2026-11-21T10:00:00Z"),
                        Instant.parse("2026-11-21T11:00:00Z"),
                        each,
                        Duration.ofHours(1),
                        10);
                boolean sum = each == FieldQuery.Aggregation.SUM || each == FieldQuery.Aggregation.AVG;
                if (sum || kindOfField.equals("long") && each != FieldQuery.Aggregation.MIN) {
                    assertThatThrownBy(() -> reader.read(query)).hasMessageContaining("are too large");
                } else {
                    assertThat(MAPPER.writeValueAsString(reader.read(query)))
                            .as(each.name())
                            .doesNotContain("Infinity", "NaN");
                }
            }
        }
    }

    private void post(String records) throws Exception {
        writer.writePosted(device.number(), MAPPER.readTree(records))
                .toCompletableFuture()
                .get(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS);
    }

    @Test
    void aSmallBatchOfRecordsThatRepeatALargeTextIsGivenUp() throws Exception {
        receive(repeated("x".repeat(1 << 20), 20_000)); // 20 GB
        receive(repeated("x".repeat(60 << 10), 20_000)); // of records that each could be stored
        assertThat(ingest.givenUp()).isEqualTo(2);
        assertThat(stored(device)).isEmpty();
    }

    @Test
    void aRecordThatIsLongerThanAUnitKeepsIsLeftOutAndOthersAreStored() throws Exception {
        Batches batch = Batches.of();
        batch.with(1, "obd.text", "2026-11-21T10:00:01Z", Map.of("value", "x".repeat(200 << 10)));
        batch.with(2, "obd.text", "2026-11-21T10:00:02Z", Map.of("value", "x".repeat(64 << 10)));
        receive(batch.payload("u1", RUN));
        assertThat(stored(device)).hasSize(1);
    }

    private static byte[] repeated(String text, int times) {
        Batches batch = Batches.of();
        for (int i = 0; i < times; i++) {
            batch.with(i, "obd.text", "2026-11-21T10:00:00Z", Map.of("value", text));
        }
        return batch.payload("u1", RUN);
    }

    @Test
    void aBombIsGivenUpWithoutItsMemory() throws Exception {
        byte[] zeros = packed("{\"columns\":1,\"unit\":\"" + "0".repeat(400 << 20 >> 4) + "\"}");
        for (int i = 0; i < 8; i++) {
            receive(zeros);
        }
        receive(packed("[".repeat(1 << 20)));
        receive(packed(plain(batch(new Random(1))).replaceAll("\"n\":\\d+", "\"n\":2147483647")));
        assertThat(ingest.givenUp()).isEqualTo(10);
        assertThat(stored(device)).isEmpty();
    }
}
