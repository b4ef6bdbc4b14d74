package io.outrider.service.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.database.Database;
import io.outrider.service.devices.Devices;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Handler of the topic {@code reported}: keeps the unit's last report; what is not JSON is given up. */
public final class ReportedHandler implements UnitMessageHandler {
    private static final int MOST_BYTES = 1 << 20;

    private final Database database;
    private final Devices devices;
    private final ObjectMapper mapper = new ObjectMapper();

    public ReportedHandler(Database database, Devices devices) {
        this.database = database;
        this.devices = devices;
    }

    @Override
    public CompletionStage<Void> received(String unitId, byte[] payload, boolean retained) {
        try {
            JsonNode report = payload.length > MOST_BYTES ? null : mapper.readTree(payload);
            if (report != null && report.isObject()) {
                String json = mapper.writeValueAsString(report);
                database.write().useHandle(handle -> devices.reported(handle, unitId, json));
            }
            return CompletableFuture.completedStage(null);
        } catch (IOException e) {
            return CompletableFuture.completedStage(null);
        } catch (RuntimeException e) { // of the database
            return CompletableFuture.failedStage(e);
        }
    }
}
