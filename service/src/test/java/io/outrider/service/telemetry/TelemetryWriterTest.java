package io.outrider.service.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.testkit.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers of telemetry to PostgreSQL, of which there are several. */
class TelemetryWriterTest {
    @TempDir
    Path folder;

    private ServedAccounts served;
    private TelemetryWriter writer;
    private TelemetryIngest ingest;

    @BeforeEach
    void open() {
        served = new ServedAccounts(DatabaseUrl.Kind.POSTGRESQL, folder);
        writer = new TelemetryWriter(served.database, served.clock);
        ingest = new TelemetryIngest(served.devices, writer);
    }

    @AfterEach
    void close() throws Exception {
        writer.close();
        served.close();
    }

    private CompletableFuture<Void> receive(String unit, int sequence) {
        byte[] payload = Batches.of()
                .with(sequence, "obd.speed", "2026-11-21T10:00:00Z", Map.of("value", sequence))
                .payload(unit, "00000000000000aa");
        return ingest.received(unit, payload, false).toCompletableFuture();
    }

    @Test
    void batchesOfADeviceThatWaitForALockHoldUpNoOtherDevice() {
        long device = served.devices.create(served.account, "u1", null, false).number();
        long next = served.devices.create(served.account, "u2", null, false).number();
        assertThat(next % 2).as("remainder, by which a device has its writer").isNotEqualTo(device % 2);
        receive("u1", 1).join();
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        served.database.write().useTransaction(handle -> {
            handle.execute("SELECT * FROM telemetry_run WHERE device = ? FOR UPDATE", device);
            for (int i = 2; i < 6; i++) {
                waiting.add(receive("u1", i));
            }
            Await.until("a writer waits for the lock", served::hasWaitingWriter);
            CompletableFuture<Void> other = receive("u2", 1);
            Await.until("the other device's batch is stored", other::isDone);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
        });
        waiting.forEach(CompletableFuture::join);
        assertThat(Batches.stored(served.database, device)).hasSize(5);
    }
}
