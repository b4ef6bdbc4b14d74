package io.outrider.service.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ServedAccounts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of batches before SQLite, whose one writer everything else waits for. */
class TelemetryGroupsTest {
    private static final int RECORDS = 1_000;
    private static final int LARGE = 8 * RECORDS;

    /** Less than half of the queue's bytes, beyond which the writer gives way to nobody. */
    private static final int BATCHES = 60;

    @TempDir
    Path folder;

    private ServedAccounts served;
    private TelemetryWriter writer;
    private TelemetryIngest ingest;
    private int sequence;

    @BeforeEach
    void open() {
        served = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder);
        writer = new TelemetryWriter(served.database, served.clock);
        ingest = new TelemetryIngest(served.devices, writer);
        served.devices.create(served.account, "u1", null, false);
    }

    @AfterEach
    void close() throws Exception {
        writer.close();
        served.close();
    }

    private CompletableFuture<Void> receive() {
        Batches batch = Batches.of();
        for (int i = 0; i < RECORDS; i++) {
            batch.with(++sequence, "obd.speed", "2026-11-21T10:00:00Z", Map.of("value", sequence));
        }
        return ingest.received("u1", batch.payload("u1", "00000000000000aa"), false)
                .toCompletableFuture();
    }

    private long storedWhenAWriteHasItsTurn() {
        return served.database
                .write()
                .inTransaction(handle -> handle.createQuery("SELECT COUNT(*) FROM telemetry")
                        .mapTo(Long.class)
                        .one());
    }

    @Test
    void writesThatFollowEachOtherWaitForFewBatchesEach() {
        for (int i = 0; i < 8; i++) {
            receive().join(); // alone, with which groups may grow
        }
        List<CompletableFuture<Void>> queued = new ArrayList<>();
        served.database.write().useTransaction(handle -> {
            for (int i = 0; i < BATCHES; i++) {
                queued.add(receive());
            }
        });
        int turnsBehindLargeGroups = 0;
        for (long before = storedWhenAWriteHasItsTurn(), now; before < sequence; before = now) {
            now = storedWhenAWriteHasItsTurn();
            turnsBehindLargeGroups += now - before >= LARGE ? 1 : 0;
        }
        assertThat(turnsBehindLargeGroups)
                .as("of five groups of 4 MB; one may have begun alone")
                .isLessThan(3);
        queued.forEach(CompletableFuture::join);
        assertThat(storedWhenAWriteHasItsTurn()).isEqualTo(sequence);
    }
}
