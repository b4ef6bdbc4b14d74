package io.outrider.service.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Device;
import io.outrider.service.fixture.StoredTelemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Batches that units publish: each record is stored once, whatever comes. */
class TelemetryIngestTest extends StoredTelemetry {
    private Device device;

    @BeforeEach
    void open() {
        device = served.devices.create(served.account, "u1", null, false);
    }

    private void receive(byte[] payload) {
        ingest.received("u1", payload, false).toCompletableFuture().join();
    }

    private static Batches speeds(int from, int to) {
        Batches batch = Batches.of();
        for (int i = from; i < to; i++) {
            batch.with(
                    i,
                    "obd.speed",
                    Instant.parse("2026-11-21T10:00:00Z").plusSeconds(i).toString(),
                    Map.of("value", i));
        }
        return batch;
    }

    private List<String> stored() {
        return Batches.stored(served.database, device.number());
    }

    @Test
    void recordsOfAMonthThatWasTooFarAheadAreThereWhenItComes() {
        Batches ahead = Batches.of();
        ahead.with(1, "obd.speed", "2027-12-21T10:00:00Z", Map.of("value", 1));
        receive(ahead.payload("u1", RUN));
        served.clock.advance(Duration.ofDays(60));
        Batches near = Batches.of();
        near.with(2, "obd.speed", "2027-12-21T11:00:00Z", Map.of("value", 2));
        receive(near.payload("u1", RUN));
        assertThat(stored()).hasSize(2);
    }

    @Test
    void textsAreStoredAsTheyCame() {
        Batches batch = Batches.of();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            texts.add("x".repeat(i % 7)
                    + "\ud83d\ude97".repeat(10_000)); // pairs of surrogates at every border of a block
            batch.with(i + 1, "obd.text", "2026-11-21T10:00:" + (10 + i) + "Z", Map.of("value", texts.get(i)));
        }
        receive(batch.payload("u1", RUN));
        List<String> stored = stored();
        for (int i = 0; i < 40; i++) {
            assertThat(stored.get(i).contains(texts.get(i))).as("record " + i).isTrue();
        }
    }

    @Test
    void aBatchHasAThousandTypes() {
        Batches batch = Batches.of();
        for (int i = 1; i <= 1_200; i++) {
            batch.with(i, "obd.type_" + Math.min(i, 1_100), "2026-11-21T10:00:10Z", Map.of("value", i));
        }
        batch.with(1_201, "obd.type_7", "2026-11-21T10:00:11Z", Map.of("value", 1));
        receive(batch.payload("u1", RUN));
        assertThat(stored()).hasSize(1_001);
        assertThat(writer.counts().refused()).hasValue(200);
    }

    @Test
    void aBatchThatComesAgainIsStoredOnce() {
        receive(speeds(1, 100).payload("u1", RUN));
        receive(speeds(1, 100).payload("u1", RUN));
        receive(speeds(50, 150).payload("u1", RUN));
        assertThat(stored()).hasSize(149);
        receive(speeds(1, 10).payload("u1", "0000000000000001"));
        assertThat(stored()).as("another run counts anew").hasSize(158);
    }

    @Test
    void recordsThatAreThereWhileTheSequencesOfTheirRunAreForgottenDoNotKeepOthersBack() {
        receive(speeds(1, 100).payload("u1", RUN));
        served.database.write().useHandle(handle -> handle.execute("DELETE FROM telemetry_run"));
        receive(speeds(50, 150).payload("u1", RUN));
        receive(speeds(50, 160).payload("u1", RUN));
        assertThat(stored()).hasSize(159);
        assertThat(writer.counts().failed()).hasValue(0);
    }

    @Test
    void aRecordWithACorrectedTimeIsStoredOnce() {
        receive(Batches.of()
                .with(7, "obd.rpm", "1970-01-01T00:00:10Z", Map.of("value", 1))
                .payload("u1", RUN));
        receive(Batches.of()
                .with(7, "obd.rpm", "2026-11-21T10:00:10Z", Map.of("value", 1))
                .with(8, "obd.rpm", "2026-11-21T10:00:11Z", Map.of("value", 2))
                .payload("u1", RUN));
        assertThat(stored()).hasSize(2);
    }

    @Test
    void concurrentWritersOfTwoServicesStoreEachRecordOnce() throws Exception {
        try (Database second = kind == DatabaseUrl.Kind.SQLITE ? null : reopened()) {
            TelemetryWriter otherWriter = new TelemetryWriter(second == null ? served.database : second, served.clock);
            TelemetryIngest other = new TelemetryIngest(served.devices, otherWriter);
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                byte[] payload = speeds(1 + 10 * i, 30 + 10 * i).payload("u1", RUN);
                all.add(ingest.received("u1", payload, false).toCompletableFuture());
                all.add(other.received("u1", payload, false).toCompletableFuture());
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            otherWriter.close();
        }
        assertThat(stored()).hasSize(419).doesNotHaveDuplicates();
    }

    private Database reopened() {
        return Database.open(served.url, 4);
    }

    @Test
    void lossesAreDataLikeAnyOther() {
        receive(Batches.of()
                .with(5, "agent.loss", "2026-11-21T10:00:00.5Z", Map.of("reason", "full", "count", 12))
                .payload("u1", RUN));
        assertThat(stored()).singleElement().asString().contains("agent.loss", "full");
    }

    @Test
    void aRecordThatCannotBeStoredDoesNotTakeTheOthersAlong() {
        receive(Batches.of()
                .with(1, "x".repeat(101), "2026-11-21T10:00:00Z", Map.of("value", 1))
                .with(2, "obd.text", "2026-11-21T10:00:01Z", Map.of("value", "a\0b\\u0000"))
                .payload("u1", RUN));
        assertThat(stored()).singleElement().asString().endsWith("\"value\":\"a\\ufffdb\\\\u0000\"}");
    }

    @Test
    void ofManyRecordsThatCannotBeStoredTheFirstHundredAreInTheLog() {
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        Logger log = (Logger) LoggerFactory.getLogger(TelemetryWriter.class);
        log.addAppender(seen);
        try {
            for (int i = 1; i <= 300; i++) {
                receive(Batches.of()
                        .with(i, "x".repeat(101), "2026-11-21T10:00:00Z", Map.of("value", i))
                        .payload("u1", RUN));
            }
        } finally {
            log.detachAppender(seen);
        }
        assertThat(seen.list).hasSize(100);
        assertThat(writer.counts().refused()).hasValue(300);
    }

    @Test
    void damagedAndForeignBatchesAreGivenUp() {
        byte[] payload = speeds(1, 50).payload("u1", RUN);
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            byte[] damaged = Arrays.copyOf(payload, random.nextInt(payload.length));
            receive(damaged);
        }
        receive(new byte[0]);
        receive("{\"columns\":1}".getBytes());
        receive(speeds(1, 3).payload("u2", RUN));
        ingest.received("nobody", speeds(1, 3).payload("nobody", RUN), false)
                .toCompletableFuture()
                .join();
        assertThat(ingest.givenUp()).isEqualTo(204);
        assertThat(stored()).isEmpty();
        receive(payload);
        assertThat(stored()).hasSize(49);
    }

    @Test
    void aBatchIsNotAcknowledgedWhenTheServiceStops() throws Exception {
        writer.close();
        assertThatThrownBy(() -> receive(speeds(1, 3).payload("u1", RUN))).hasRootCauseMessage("the service stops");
    }

    @Test
    void oldRecordsAreDeletedByAge() {
        receive(speeds(1, 10).payload("u1", RUN));
        receive(Batches.of()
                .with(11, "obd.speed", "2026-09-01T00:00:00Z", Map.of("value", 1))
                .with(12, "obd.speed", "2001-09-01T00:00:00Z", Map.of("value", 1))
                .payload("u1", RUN));
        new TelemetryRetention(served.database, Duration.ofDays(30), served.clock).run();
        assertThat(stored()).hasSize(9);
        served.clock.advance(Duration.ofDays(31));
        new TelemetryRetention(served.database, Duration.ofDays(30), served.clock).run();
        assertThat(stored()).isEmpty();
    }
}
