package io.outrider.service.link;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.database.WriteQueue;
import io.outrider.service.devices.Devices;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handler of the topic {@code reported}: keeps the unit's last report; what is not JSON, or deeper than {@value #MOST_LEVELS} levels, is given up. */
public final class ReportedHandler implements UnitMessageHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ReportedHandler.class);

    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_LEVELS = 100;

    /** Part that takes something of reports, within the transaction that stores them. */
    @FunctionalInterface
    public interface ReportListener {
        void reported(Handle handle, String unitId, JsonNode report);
    }

    private final WriteQueue writes;
    private final Devices devices;
    private final ReportListener listener;
    private final ObjectMapper mapper = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MOST_LEVELS).build())
            .build());

    public ReportedHandler(WriteQueue writes, Devices devices, ReportListener listener) {
        this.writes = writes;
        this.devices = devices;
        this.listener = listener;
    }

    @Override
    public CompletionStage<Void> received(String unitId, byte[] payload, boolean retained) {
        if (payload.length > MOST_BYTES) {
            return CompletableFuture.completedStage(null);
        }
        // read within the transaction, so that trees are in memory one after the other
        return writes.write(payload.length, handle -> {
            try {
                store(handle, unitId, mapper.readTree(payload));
            } catch (IOException e) { // before anything is written; it would be the same if it came again
                LOG.debug("a report of unit {} is given up: {}", unitId, e.getMessage());
            }
        });
    }

    private void store(Handle handle, String unitId, JsonNode report) throws IOException {
        String start = report.at("/agent/started").textValue();
        long number = report.at("/agent/reports").asLong();
        if (report.isObject() && devices.reported(handle, unitId, mapper.writeValueAsString(report), start, number)) {
            listener.reported(handle, unitId, report);
        }
    }
}
