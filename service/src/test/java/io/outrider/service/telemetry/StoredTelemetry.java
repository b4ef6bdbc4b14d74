package io.outrider.service.telemetry;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ServedAccounts;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Database of each kind with accounts and a writer of telemetry. */
abstract class StoredTelemetry {
    static final String RUN = "8f1c2ab04d5e6f70";

    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    ServedAccounts served;
    TelemetryWriter writer;
    TelemetryIngest ingest;

    @BeforeEach
    void openDatabase() {
        served = new ServedAccounts(kind, folder);
        writer = new TelemetryWriter(served.database, served.clock);
        ingest = new TelemetryIngest(served.devices, writer);
    }

    @AfterEach
    void closeDatabase() {
        writer.close();
        served.close();
    }
}
