package io.outrider.service.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.database.WriteQueue;
import io.outrider.service.devices.Devices;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jdbi.v3.core.Handle;

/** Handler of the topic {@code reported}: keeps the unit's last report; what is not JSON is given up. */
public final class ReportedHandler implements UnitMessageHandler {
    private static final int MOST_BYTES = 1 << 20;

    /** Part that takes something of reports, within the transaction that stores them. */
    @FunctionalInterface
    public interface ReportListener {
        void reported(Handle handle, String unitId, JsonNode report);
    }

    private final WriteQueue writes;
    private final Devices devices;
    private final ReportListener listener;
    private final ObjectMapper mapper = new ObjectMapper();

    public ReportedHandler(WriteQueue writes, Devices devices, ReportListener listener) {
        this.writes = writes;
        this.devices = devices;
        this.listener = listener;
    }

    @Override
    public CompletionStage<Void> received(String unitId, byte[] payload, boolean retained) {
        try {
            JsonNode report = payload.length > MOST_BYTES ? null : mapper.readTree(payload);
            if (report != null && report.isObject()) {
                String json = mapper.writeValueAsString(report);
                String start = report.at("/agent/started").textValue();
                long number = report.at("/agent/reports").asLong();
                return writes.write(handle -> {
                    if (devices.reported(handle, unitId, json, start, number)) {
                        listener.reported(handle, unitId, report);
                    }
                });
            }
            return CompletableFuture.completedStage(null);
        } catch (IOException e) { // it would be the same if it came again
            return CompletableFuture.completedStage(null);
        }
    }
}
